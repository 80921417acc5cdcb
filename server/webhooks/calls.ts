import type { Kysely, Transaction } from "kysely";
import type { WebhookPayload } from "../../src/webhooks/payload.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import type { PostAnswer } from "./post.ts";

/** A call of an endpoint, as its owner sees it. */
export interface Call extends PostAnswer {
  /** The id of the webhook, which another try has as well. */
  readonly message: string;
  readonly type: WebhookPayload["type"];
  readonly atMs: number;
  /** Whether a person asked for it. */
  readonly isByHand: boolean;
}

/** Calls that are kept of each endpoint. */
const SLOTS = 50;
const SLOTS_BY_HAND = 10;

export type CallRow = ReturnType<typeof callRow>;

/** The row of a call; `calls` counts those of the endpoint. */
export function callRow(endpointId: string, call: Call, calls: number) {
  return {
    endpoint_id: endpointId,
    by_hand: call.isByHand ? (1 as const) : (0 as const),
    slot: calls % (call.isByHand ? SLOTS_BY_HAND : SLOTS),
    message: call.message,
    type: call.type,
    at: call.atMs,
    status: call.status,
    fault: call.fault,
    duration_ms: call.durationMs,
  };
}

/** The latest calls of an endpoint, the newest first. */
export async function callsOf({ db }: Store, endpointId: string, limit: number): Promise<Call[]> {
  const rows = await db
    .selectFrom("webhook_call")
    .selectAll()
    .where("endpoint_id", "=", endpointId)
    .orderBy("at", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    message: row.message,
    type: row.type,
    atMs: row.at,
    isByHand: row.by_hand === 1,
    status: row.status,
    // Written by this module only.
    fault: row.fault as PostAnswer["fault"],
    durationMs: row.duration_ms,
  }));
}

/** Notes a call that a person asked for, unless its endpoint was removed meanwhile. */
export async function noteCallByHand(
  transaction: Transaction<Schema>,
  endpointId: string,
  call: Call,
): Promise<void> {
  const present = await transaction
    .selectFrom("webhook_endpoint")
    .select("id")
    .where("id", "=", endpointId)
    .executeTakeFirst();
  if (present === undefined) {
    return;
  }
  const last = await transaction
    .selectFrom("webhook_call")
    .select("slot")
    .where("endpoint_id", "=", endpointId)
    .where("by_hand", "=", 1)
    .orderBy("at", "desc")
    .orderBy("slot", "desc")
    .limit(1)
    .executeTakeFirst();
  await insertCalls(transaction, [callRow(endpointId, call, (last?.slot ?? -1) + 1)]).execute();
}

/** Inserts calls, each over the oldest in its slot. No two of them may be of one slot. */
export function insertCalls(db: Kysely<Schema>, rows: readonly CallRow[]) {
  return db
    .insertInto("webhook_call")
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(["endpoint_id", "by_hand", "slot"]).doUpdateSet((is) => ({
        message: is.ref("excluded.message"),
        type: is.ref("excluded.type"),
        at: is.ref("excluded.at"),
        status: is.ref("excluded.status"),
        fault: is.ref("excluded.fault"),
        duration_ms: is.ref("excluded.duration_ms"),
      })),
    );
}
