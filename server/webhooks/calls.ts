import type { Updateable } from "kysely";
import type { WebhookPayload } from "../../src/wire/webhook-payload.ts";
import type { Vault } from "../access/vault.ts";
import { newId } from "../store/ids.ts";
import { serialized } from "../store/serialized.ts";
import type { Store, Transaction } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import { secretsAt } from "./endpoints.ts";
import type { Endpoint } from "./endpoints.ts";
import { EVENT_COLUMNS, eventMessageId } from "./event-log.ts";
import type { RoundEvent } from "./event-log.ts";
import type { Payloads } from "./payloads.ts";
import type { PostResult, Poster } from "./post.ts";

export interface Call extends PostResult {
  /** The webhook's id, which its retries share. */
  readonly messageId: string;
  readonly type: WebhookPayload["type"];
  readonly atMs: number;
  readonly isManual: boolean;
}

/** A short list, so that the forms below it stay in view. */
const KEPT_CALLS = 10;

/** An endpoint's latest calls, newest first. */
export async function listCalls({ db }: Store, endpointId: string): Promise<Call[]> {
  const rows = await db
    .selectFrom("webhook_call")
    .select(["message as messageId", "type", "at as atMs", "is_manual"])
    .select(["status", "fault", "duration_ms as durationMs"])
    .where("endpoint_id", "=", endpointId)
    .orderBy("at", "desc")
    .execute();
  return rows.map(({ is_manual: isManual, ...row }) => ({
    ...row,
    isManual: isManual === 1,
    // Only this module writes the column, so the cast is safe.
    fault: row.fault as PostResult["fault"],
  }));
}

/**
 * Records a call in place of the oldest one, unless its endpoint was removed, or has moved past `progress.seq`.
 *
 * @param progress the endpoint's progress, which is also stored.
 */
export async function recordCall(
  transaction: Transaction,
  endpointId: string,
  call: Call,
  progress?: Updateable<Schema["webhook_endpoint"]> & { readonly seq: number },
): Promise<void> {
  const counted = await transaction
    .updateTable("webhook_endpoint")
    .set((eb) => ({ ...progress, calls: eb("calls", "+", 1) }))
    .where("id", "=", endpointId)
    .where("seq", "<=", progress?.seq ?? Number.MAX_SAFE_INTEGER)
    .returning("calls")
    .executeTakeFirst();
  if (counted === undefined) {
    return;
  }
  const row = {
    is_manual: call.isManual ? (1 as const) : (0 as const),
    message: call.messageId,
    type: call.type,
    at: call.atMs,
    status: call.status,
    fault: call.fault,
    duration_ms: call.durationMs,
  };
  await transaction
    .insertInto("webhook_call")
    .values({ endpoint_id: endpointId, slot: counted.calls % KEPT_CALLS, ...row })
    .onConflict((conflict) => conflict.columns(["endpoint_id", "slot"]).doUpdateSet(row))
    .execute();
}

/** Called and awaited before a webhook is sent, if it can be sent. If the function rejects, nothing is sent. */
export type BeforeCall = () => Promise<void>;

/** Sends single webhooks on a person's request, ahead of the endpoint's queue and without retries. */
export type ManualCalls = ReturnType<typeof manualCalls>;

export function manualCalls(store: Store, vault: Vault, payloads: Payloads, poster: Poster) {
  async function send(
    endpoint: Endpoint,
    messageId: string,
    payload: WebhookPayload,
    nowMs: number,
    beforeCall: BeforeCall,
  ): Promise<Call | undefined> {
    const { id: endpointId, url } = endpoint;
    const secrets = secretsAt(vault, endpoint, nowMs);
    if (secrets === undefined) {
      return undefined;
    }
    await beforeCall();
    const body = JSON.stringify(payload);
    const response = await poster.post({ url, id: messageId, body, secrets, sentAtMs: nowMs });
    const call = { ...response, messageId, type: payload.type, atMs: nowMs, isManual: true };
    await serialized(store, (transaction) => recordCall(transaction, endpointId, call));
    return call;
  }

  /** The event behind one of the endpoint's webhooks, if it is still in the log. */
  async function findEvent({ id }: Endpoint, messageId: string): Promise<RoundEvent | undefined> {
    const called = await store.db
      .selectFrom("webhook_call")
      .select("type")
      .where("endpoint_id", "=", id)
      .where("message", "=", messageId)
      .limit(1)
      .executeTakeFirst();
    const [, game = "", round = ""] = /-([^-]+)-(\d+)-[^-]+$/.exec(messageId) ?? [];
    if (called === undefined || game === "") {
      return undefined;
    }
    const events = await store.db
      .selectFrom("webhook_event")
      .select(EVENT_COLUMNS)
      .where("game", "=", game)
      .where("round", "=", Number(round))
      .execute();
    return events.find((event) => eventMessageId(id, event) === messageId);
  }

  return {
    /** Sends a test. Undefined if the endpoint's secret cannot be decrypted. */
    sendTest(endpoint: Endpoint, nowMs: number, beforeCall: BeforeCall): Promise<Call | undefined> {
      const timestamp = new Date(nowMs).toISOString();
      const payload = { type: "test" as const, timestamp, data: { endpoint: endpoint.id } };
      return send(endpoint, newId("test"), payload, nowMs, beforeCall);
    },
    /**
     * Sends a webhook again, with the same id. Undefined if it is too old or was never sent, or if the endpoint's
     * secret cannot be decrypted.
     */
    async resend(
      endpoint: Endpoint,
      messageId: string,
      nowMs: number,
      beforeCall: BeforeCall,
    ): Promise<Call | undefined> {
      const event = await findEvent(endpoint, messageId);
      const payload = event && (await payloads.forEvent(event, nowMs));
      return payload && send(endpoint, messageId, payload, nowMs, beforeCall);
    },
  };
}
