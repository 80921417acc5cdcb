import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { games } from "../../src/games/index.ts";
import { ROUND_EVENTS } from "../../src/webhooks/payload.ts";
import { newId } from "../access/base62.ts";
import { InvalidInput } from "../access/errors.ts";
import { digestOf } from "../access/key-text.ts";
import { openVault } from "../access/vault-key.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { addEndpoint } from "../webhooks/endpoints.ts";
import { signedHeaders } from "../webhooks/signature.ts";
import { parseTarget } from "../webhooks/target.ts";
import { allow } from "./command.ts";
import type { SandboxCommand } from "./command.ts";
import { createDelay } from "./trouble.ts";
import type { Trouble } from "./trouble.ts";

/**
 * Stands between a sandbox and the receivers of its webhooks: signs each anew by this machine's clock, as
 * receivers compare the time with theirs, and sends it twice or late while it is told to.
 */
export interface WebhookRelay {
  /** Has a receiver called. Gives the secret that signs. */
  add(
    store: Store,
    keyText: string,
    order: Pick<Extract<SandboxCommand, { do: "webhook" }>, "url" | "games" | "events">,
    nowMs: number,
  ): Promise<{ secret: string }>;
  /** Sends the receivers at an address a test; null: all. Gives their statuses; null: it did not answer. */
  test(url: string | null): Promise<(number | null)[]>;
  /** Sends them the last webhook that each was sent, signed `ageMs` ago. Gives their statuses. */
  replay(url: string | null, ageMs: number): Promise<(number | null)[]>;
  readonly troubles: readonly Trouble[];
  /** Drops the webhooks that are held back. */
  dropLate(): void;
  close(): void;
}

interface Receiver {
  readonly url: string;
  /**
   * Where the relay takes its webhooks. Nobody can guess it: a page in a browser of this machine may find the
   * port, and would have signed whatever it sends.
   */
  readonly path: string;
  readonly secret: string;
  /** What it was sent last. */
  last?: { readonly id: string; readonly body: string };
}

const MAX_LATE_MS = 600_000;

/** @param dataDir the sandbox's folder, which holds the key of secrets. @param now this machine's clock. */
export async function openWebhookRelay(dataDir: string, now: () => number): Promise<WebhookRelay> {
  const receivers: Receiver[] = [];
  const waiting = new Set<NodeJS.Timeout>();
  let copies = 1;
  const late = createDelay("late-webhooks", 5_000, MAX_LATE_MS);

  async function send(receiver: Receiver, id: string, body: string, ageMs = 0): Promise<number> {
    const { url, secret } = receiver;
    receiver.last = { id, body };
    const headers = signedHeaders(id, body, [secret], now() - ageMs);
    const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual" });
    await answer.body?.cancel();
    return answer.status;
  }

  /** The status for the service, which tries again after any but 2xx. */
  async function pass(receiver: Receiver, id: string, body: string): Promise<number> {
    if (late.ms > 0) {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        void sendCopies(receiver, id, body).catch(() => {});
      }, late.ms);
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

  /** @throws InvalidInput when none is called at that address. */
  function receiversAt(url: string | null): readonly Receiver[] {
    if (url === null) {
      return receivers;
    }
    const target = parseTarget(url, true);
    const found = receivers.filter((each) => each.url === target);
    if (found.length === 0) {
      throw new InvalidInput(`No receiver is called at ${target}. Name one with "webhook" first.`);
    }
    return found;
  }

  const relay = createServer((request, response) => {
    const receiver = receivers.find(({ path }) => path === request.url);
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
    async test(url) {
      const timestamp = new Date(now()).toISOString();
      const body = JSON.stringify({ type: "test", timestamp, data: { endpoint: "sandbox" } });
      return Promise.all(
        receiversAt(url).map((each) => send(each, newId("test"), body).catch(() => null)),
      );
    },
    async replay(url, ageMs) {
      const sent = receiversAt(url).flatMap((each) => (each.last ? [{ each, ...each.last }] : []));
      if (sent.length === 0) {
        throw new InvalidInput("No webhook was sent yet.");
      }
      return Promise.all(
        sent.map(({ each, id, body }) => send(each, id, body, ageMs).catch(() => null)),
      );
    },
    async add(store, keyText, { url, games: slugs, events }, nowMs) {
      const receiver = { url: parseTarget(url, true), path: `/${newId("relay")}` };
      const vault = await openVault({ dataDir, given: null, secret: null });
      const added = await serialized(store, async (transaction) => {
        const { subscription_id: subscriptionId } = await transaction
          .selectFrom("api_key")
          .select("subscription_id")
          .where("digest", "=", digestOf(keyText))
          .executeTakeFirstOrThrow();
        const all = games.map(({ slug }) => slug);
        const order = {
          subscriptionId,
          url: `http://127.0.0.1:${port}${receiver.path}`,
          games: slugs ?? all,
          events: events ?? [...ROUND_EVENTS],
        };
        return addEndpoint(transaction, vault, order, { nowMs, allowPrivate: true });
      });
      if (added === undefined) {
        throw new InvalidInput("A sandbox calls ten receivers at most.");
      }
      receivers.push({ ...receiver, secret: added.secret });
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
      late,
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
