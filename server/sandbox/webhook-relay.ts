import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { games } from "../../src/games/index.ts";
import { ROUND_EVENTS } from "../../src/wire/webhook-payload.ts";
import { InvalidInput } from "../access/errors.ts";
import { openVault } from "../access/vault.ts";
import { newId } from "../store/ids.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { addEndpoint } from "../webhooks/endpoints.ts";
import { signedHeaders } from "../webhooks/signature.ts";
import { parseTarget } from "../webhooks/target.ts";
import type { Faults } from "./faults.ts";

/**
 * Relays the webhooks of a sandbox to their receivers: signed again by the machine's clock, which receivers check,
 * and sent twice or late if that fault is active.
 */
export type WebhookRelay = Awaited<ReturnType<typeof openWebhookRelay>>;

interface ReceiverOrder {
  readonly url: string;
  readonly games: readonly string[] | null;
  readonly events: readonly string[] | null;
}

interface Receiver {
  readonly url: string;
  readonly secret: string;
}

/**
 * @param dataDir the sandbox's folder, which contains the key-encryption key.
 * @param now the machine's clock, epoch ms.
 */
export async function openWebhookRelay(dataDir: string, now: () => number, faults: Faults) {
  /** Receivers by the path that the service calls, which pages in a browser on this machine must not be able to guess. */
  const receivers = new Map<string, Receiver>();
  const waiting = new Set<NodeJS.Timeout>();

  async function send({ url, secret }: Receiver, id: string, body: string): Promise<number> {
    let status = 0;
    for (let left = faults.has("duplicate-webhooks") ? 2 : 1; left > 0; left--) {
      const headers = signedHeaders(id, body, [secret], now());
      const response = await fetch(url, { method: "POST", headers, body, redirect: "manual" });
      await response.body?.cancel();
      ({ status } = response);
    }
    return status;
  }

  /** Returns the receiver's status to the service, which retries after any status but 2xx. */
  async function pass(receiver: Receiver, id: string, body: string): Promise<number> {
    const lateMs = faults.get("late-webhooks");
    if (lateMs === undefined) {
      return send(receiver, id, body);
    }
    const timer = setTimeout(() => {
      waiting.delete(timer);
      send(receiver, id, body).catch(() => {});
    }, lateMs);
    waiting.add(timer);
    return 202;
  }

  /** Drops the delayed webhooks. */
  function dropHeld(): void {
    waiting.forEach((timer) => clearTimeout(timer));
    waiting.clear();
  }

  const server = createServer((request, response) => {
    const receiver = receivers.get(request.url ?? "");
    const id = String(request.headers["webhook-id"]);
    void text(request)
      .then((body) => (receiver === undefined ? 410 : pass(receiver, id, body)))
      .catch(() => 502)
      .then((status) => response.writeHead(status).end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    /** Adds a receiver of the games and events in `order`, or of all of them if null. Returns its signing secret. */
    async add(store: Store, order: ReceiverOrder, nowMs: number): Promise<{ secret: string }> {
      const url = parseTarget(order.url, true);
      const path = `/${newId("relay")}`;
      const vault = await openVault(store, { dataDir, secret: null });
      const added = await serialized(store, async (transaction) => {
        const { id } = await transaction
          .selectFrom("subscription")
          .select("id")
          .orderBy("ends_at", "desc")
          .limit(1)
          .executeTakeFirstOrThrow();
        const endpoint = {
          subscriptionId: id,
          url: `http://127.0.0.1:${port}${path}`,
          games: order.games ?? games.map(({ slug }) => slug),
          events: order.events ?? [...ROUND_EVENTS],
        };
        return addEndpoint(transaction, vault, endpoint, { nowMs, allowPrivate: true });
      });
      if (added === undefined) {
        throw new InvalidInput("A sandbox calls at most ten receivers. Start another sandbox.");
      }
      receivers.set(path, { url, secret: added.secret });
      return { secret: added.secret };
    },
    /** The number of delayed webhooks. */
    get held() {
      return waiting.size;
    },
    dropHeld,
    close(): void {
      dropHeld();
      server.close();
      server.closeAllConnections();
    },
  };
}
