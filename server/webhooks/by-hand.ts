import type { WebhookPayload } from "../../src/webhooks/payload.ts";
import { newId } from "../access/base62.ts";
import type { Vault } from "../access/vault.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { noteCallByHand } from "./calls.ts";
import type { Call } from "./calls.ts";
import { readSecrets } from "./endpoints.ts";
import type { Endpoint } from "./endpoints.ts";
import { messageId } from "./event-log.ts";
import type { RoundEvent } from "./event-log.ts";
import type { Payloads } from "./payloads.ts";
import type { Poster } from "./poster.ts";

/** Is waited for before a webhook leaves, and is not called when none can be sent. Nothing is sent when it rejects. */
export type BeforeCall = () => Promise<void>;

/** Sends single webhooks that a person asks for, once each, whatever waits for the endpoint. */
export interface CallsByHand {
  /** Sends a test. Undefined when the endpoint's secret cannot be decrypted. */
  test(endpoint: Endpoint, nowMs: number, before?: BeforeCall): Promise<Call | undefined>;
  /** Sends one again, with its id. Undefined when it is too old, or was never sent. */
  again(
    endpoint: Endpoint,
    message: string,
    nowMs: number,
    before?: BeforeCall,
  ): Promise<Call | undefined>;
}

export interface ByHandDeps {
  readonly store: Store;
  readonly vault: Vault;
  readonly payloads: Payloads;
  readonly poster: Pick<Poster, "post">;
}

export function callsByHand({ store, vault, payloads, poster }: ByHandDeps): CallsByHand {
  async function send(
    { id: endpointId, url }: Endpoint,
    message: string,
    payload: WebhookPayload,
    { nowMs, before }: { readonly nowMs: number; readonly before: BeforeCall | undefined },
  ): Promise<Call | undefined> {
    const secrets = await readSecrets(store.db, vault, endpointId, nowMs);
    if (secrets === undefined) {
      return undefined;
    }
    await before?.();
    const body = JSON.stringify(payload);
    const answer = await poster.post({ url, id: message, body, secrets, sentAtMs: nowMs });
    const call = { ...answer, message, type: payload.type, atMs: nowMs, isByHand: true };
    await serialized(store, (transaction) => noteCallByHand(transaction, endpointId, call));
    return call;
  }

  /** The event of a webhook that this endpoint had, as far as it is in the log. */
  async function eventOf({ id }: Endpoint, message: string): Promise<RoundEvent | undefined> {
    const called = await store.db
      .selectFrom("webhook_call")
      .select("type")
      .where("endpoint_id", "=", id)
      .where("message", "=", message)
      .limit(1)
      .executeTakeFirst();
    const [, game = "", round = ""] = /-([^-]+)-(\d+)-[^-]+$/.exec(message) ?? [];
    if (called === undefined || game === "") {
      return undefined;
    }
    const events = await store.db
      .selectFrom("webhook_event")
      .select(["seq", "game", "round", "type", "at as atMs"])
      .where("game", "=", game)
      .where("round", "=", Number(round))
      .execute();
    return events.find((event) => messageId(id, event) === message);
  }

  return {
    test(endpoint, nowMs, before) {
      const timestamp = new Date(nowMs).toISOString();
      const payload = { type: "test" as const, timestamp, data: { endpoint: endpoint.id } };
      return send(endpoint, newId("test"), payload, { nowMs, before });
    },
    async again(endpoint, message, nowMs, before) {
      const event = await eventOf(endpoint, message);
      const payload = event && (await payloads.of(event, nowMs));
      return payload && send(endpoint, message, payload, { nowMs, before });
    },
  };
}
