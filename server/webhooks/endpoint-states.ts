import type { Selectable } from "kysely";
import type { Db, Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import { endpointOf } from "./endpoints.ts";
import type { Endpoint } from "./endpoints.ts";

/* Endpoint states, which accounts see, and endpoint progress, which the sending server tracks. */

/** An endpoint's state: it responds, it does not, it is switched off, or its subscription has ended. */
export type EndpointState = "on" | "failing" | "off" | "resting";

/** A subscription's endpoints and their states, oldest first. */
export async function endpointStates(
  { db }: Pick<Store, "db">,
  nowMs: number,
  subscriptionId: string,
) {
  const rows = await db
    .selectFrom("webhook_endpoint")
    .selectAll()
    .where("subscription_id", "=", subscriptionId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const endsMs = (await validUntil(db, subscriptionId)).get(subscriptionId) ?? -Infinity;
  return rows.map((row) => {
    const endpoint = endpointOf(row);
    const isFailing = row.failing_since !== null && row.failing_since >= endpoint.resumedAtMs;
    return {
      endpoint,
      /** Null while it responds. */
      failingSinceMs: isFailing ? row.failing_since : null,
      state: stateOf(endpoint, nowMs >= endsMs, isFailing),
    };
  });
}

export function stateOf({ off }: Endpoint, isResting: boolean, isFailing: boolean): EndpointState {
  return off !== null ? "off" : isResting ? "resting" : isFailing ? "failing" : "on";
}

/**
 * The end of each subscription that has endpoints, by id, epoch ms: the time when its last key stops opening
 * tables.
 */
async function validUntil(db: Db, subscriptionId?: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("subscription")
    .innerJoin("api_key", "api_key.subscription_id", "subscription.id")
    .select(["subscription.id", "subscription.ends_at", "api_key.revoked_at"])
    .where("subscription.id", "in", (eb) =>
      eb.selectFrom("webhook_endpoint").select("subscription_id"),
    )
    .$if(subscriptionId !== undefined, (query) =>
      query.where("subscription.id", "=", subscriptionId ?? ""),
    )
    .execute();
  const until = new Map<string, number>();
  for (const { id, ends_at, revoked_at } of rows) {
    const endMs = Math.min(ends_at, revoked_at ?? Infinity);
    until.set(id, Math.max(endMs, until.get(id) ?? -Infinity));
  }
  return until;
}

/**
 * An endpoint's progress, as in its row: the last event that it received or did not subscribe to, the number of
 * consecutive failures of the next event, and the time of that event's next try.
 */
type Progress = Pick<
  Selectable<Schema["webhook_endpoint"]>,
  "seq" | "seq_at" | "tries" | "next_try_at" | "failing_since"
>;

export const NO_FAILURE = { tries: 0, next_try_at: 0, failing_since: null } as const;

/** An endpoint and its progress. It stays the same object while this server sends. */
export interface Recipient {
  endpoint: Endpoint;
  /** When its subscription ends or loses its last key, epoch ms. The endpoint rests after that. */
  validUntilMs: number;
  readonly progress: Progress;
  /** Whether a call is in progress or about to start; there is never more than one. */
  isBusy: boolean;
}

/** Reads all endpoints. Known ones keep their progress in memory, since the store might lag behind it. */
export async function readRecipients(
  store: Store,
  known: ReadonlyMap<string, Recipient>,
): Promise<Map<string, Recipient>> {
  const rows = await store.db.selectFrom("webhook_endpoint").selectAll().execute();
  const validity = await validUntil(store.db);
  const recipients = new Map<string, Recipient>();
  for (const row of rows) {
    const endpoint = endpointOf(row);
    const previous = known.get(row.id);
    const { seq, seq_at, tries, next_try_at, failing_since } = row;
    const stored: Progress = { seq, seq_at, tries, next_try_at, failing_since };
    // Another server might have sent webhooks in the meantime.
    const progress = previous && previous.progress.seq >= stored.seq ? previous.progress : stored;
    if (progress.failing_since !== null && progress.failing_since < endpoint.resumedAtMs) {
      Object.assign(progress, NO_FAILURE);
    }
    const recipient: Recipient = {
      endpoint,
      validUntilMs: validity.get(row.subscription_id) ?? -Infinity,
      progress,
      isBusy: previous?.isBusy ?? false,
    };
    recipients.set(row.id, Object.assign(previous ?? {}, recipient));
  }
  return recipients;
}
