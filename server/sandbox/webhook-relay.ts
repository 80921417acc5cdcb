import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { games } from "../../src/games/index.ts";
import { ROUND_EVENTS } from "../../src/webhooks/payload.ts";
import { InvalidInput } from "../access/errors.ts";
import { digestOf } from "../access/key-text.ts";
import { openVault } from "../access/vault-key.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { addEndpoint } from "../webhooks/endpoints.ts";
import { signedHeaders } from "../webhooks/signature.ts";
import { parseTarget } from "../webhooks/target.ts";
import { allow, readNumber } from "./command.ts";
import type { Trouble } from "./trouble.ts";

/**
 * Stands between a sandbox and the receivers of its webhooks: signs each anew by this machine's clock, as
 * receivers compare the time with theirs, and sends it twice or late while it is told to.
 */
export interface WebhookRelay {
  /** Has a receiver called for all games and events. Gives the secret that signs. */
  add(store: Store, keyText: string, url: string, nowMs: number): Promise<{ secret: string }>;
  readonly troubles: readonly Trouble[];
  /** Drops the webhooks that are held back. */
  dropLate(): void;
  close(): void;
}

interface Receiver {
  readonly url: string;
  secret: string;
}

const MAX_LATE_MS = 600_000;

/** @param dataDir the sandbox's folder, which holds the key of secrets. @param now this machine's clock. */
export async function openWebhookRelay(dataDir: string, now: () => number): Promise<WebhookRelay> {
  const receivers: Receiver[] = [];
  const waiting = new Set<NodeJS.Timeout>();
  let copies = 1;
  let lateMs = 0;

  async function send({ url, secret }: Receiver, id: string, body: string): Promise<number> {
    const headers = signedHeaders(id, body, [secret], now());
    const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual" });
    await answer.body?.cancel();
    return answer.status;
  }

  /** The status for the service, which tries again after any but 2xx. */
  async function pass(receiver: Receiver, id: string, body: string): Promise<number> {
    if (lateMs > 0) {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        void sendCopies(receiver, id, body).catch(() => {});
      }, lateMs);
      waiting.add(timer);
      return 202;
    }
    return sendCopies(receiver, id, body);
  }

  async function sendCopies(receiver: Receiver, id: string, body: string): Promise<number> {
    let status = 0;
    const count = copies;
    for (let copy = 0; copy < count; copy++) {
      status = await send(receiver, id, body);
    }
    return status;
  }

  function dropLate(): void {
    waiting.forEach((timer) => clearTimeout(timer));
    waiting.clear();
  }

  const relay = createServer((request, response) => {
    const receiver = receivers[Number(request.url?.slice(1))];
    const id = String(request.headers["webhook-id"]);
    void readBody(request)
      .then((body) => (receiver === undefined ? 410 : pass(receiver, id, body)))
      .catch(() => 502)
      .then((status) => response.writeHead(status).end());
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const { port } = relay.address() as AddressInfo;

  return {
    async add(store, keyText, url, nowMs) {
      const receiver: Receiver = { url: parseTarget(url, true), secret: "" };
      const number = receivers.push(receiver) - 1;
      const vault = await openVault({ dataDir, given: null, secret: null });
      const added = await serialized(store, async (transaction) => {
        const { subscription_id: subscriptionId } = await transaction
          .selectFrom("api_key")
          .select("subscription_id")
          .where("digest", "=", digestOf(keyText))
          .executeTakeFirstOrThrow();
        const slugs = games.map(({ slug }) => slug);
        const target = `http://127.0.0.1:${port}/${number}`;
        const order = { subscriptionId, url: target, games: slugs, events: [...ROUND_EVENTS] };
        return addEndpoint(transaction, vault, order, { nowMs, allowPrivate: true });
      });
      if (added === undefined) {
        throw new InvalidInput("A sandbox calls ten receivers at most.");
      }
      receiver.secret = added.secret;
      return { secret: added.secret };
    },
    troubles: [
      {
        name: "duplicate-webhooks",
        begin(options) {
          allow("duplicate-webhooks", options, []);
          copies = 2;
        },
        end() {
          copies = 1;
        },
      },
      {
        name: "late-webhooks",
        begin(options) {
          allow("late-webhooks", options, ["ms"]);
          lateMs = readNumber(options["ms"] ?? 5_000, "ms", 0, MAX_LATE_MS);
        },
        end() {
          lateMs = 0;
        },
      },
    ],
    dropLate,
    close() {
      dropLate();
      relay.close();
      relay.closeAllConnections();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) {
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
