import type { Selectable } from "kysely";
import { isInstant } from "../access/end-date.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import { damageOf, endpointOf } from "./endpoints.ts";
import type { Endpoint, SealedSecrets } from "./endpoints.ts";

/* Whether endpoints are served, as their owners see it, and how far each has come, as the server that sends knows it. */

/** How an endpoint stands: it answers, does not, is switched off, or its subscription is over. */
export type EndpointState = "on" | "failing" | "off" | "resting";

/** An endpoint and how it stands, to a second. */
export interface StatedEndpoint {
  readonly endpoint: Endpoint;
  readonly state: EndpointState;
  /** Since when nothing arrives; null while it answers. */
  readonly failingSinceMs: number | null;
}

/**
 * The endpoints of some subscriptions, or all of them, the oldest first.
 *
 * @param subscriptionIds all if left out.
 */
export async function endpointStates(
  { db }: Pick<Store, "db">,
  nowMs: number,
  subscriptionIds?: readonly string[],
): Promise<readonly StatedEndpoint[]> {
  const rows = await db
    .selectFrom("webhook_endpoint")
    .selectAll()
    .$if(subscriptionIds !== undefined, (query) =>
      query.where("subscription_id", "in", [...(subscriptionIds ?? []), ""]),
    )
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const good = await goodUntil(db, subscriptionIds);
  return rows.map((row) => {
    const endpoint = endpointOf(row);
    const isFailing = row.failing_since !== null && row.failing_since >= endpoint.resumedAtMs;
    return {
      endpoint,
      failingSinceMs: isFailing ? row.failing_since : null,
      state: stateOf({
        isOff: endpoint.off !== null,
        isResting: nowMs >= (good.get(endpoint.subscriptionId) ?? -Infinity),
        isFailing,
      }),
    };
  });
}

/** The state that matters most to its owner. */
export function stateOf(is: {
  readonly isOff: boolean;
  readonly isResting: boolean;
  readonly isFailing: boolean;
}): EndpointState {
  return is.isOff ? "off" : is.isResting ? "resting" : is.isFailing ? "failing" : "on";
}

/**
 * Until when subscriptions with endpoints are served, by their ids, epoch ms: as long as a key of theirs
 * opens the tables. A key whose row holds no time opens nothing.
 */
async function goodUntil(
  db: Store["db"],
  subscriptionIds?: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("subscription")
    .innerJoin("api_key", "api_key.subscription_id", "subscription.id")
    .select(["subscription.id", "subscription.ends_at", "api_key.revoked_at"])
    .where("subscription.id", "in", (query) =>
      query.selectFrom("webhook_endpoint").select("subscription_id"),
    )
    .$if(subscriptionIds !== undefined && subscriptionIds.length > 0, (query) =>
      query.where("subscription.id", "in", [...(subscriptionIds ?? [])]),
    )
    .execute();
  const until = new Map<string, number>();
  for (const { id, ends_at, revoked_at } of rows) {
    const isSound = isInstant(ends_at) && (revoked_at === null || isInstant(revoked_at));
    const untilMs = isSound ? Math.min(ends_at, revoked_at ?? Infinity) : -Infinity;
    until.set(id, Math.max(untilMs, until.get(id) ?? -Infinity));
  }
  return until;
}

/**
 * How far the webhooks of an endpoint have come, as its row says: the last event that it had or did not subscribe to,
 * how often the next one failed in a row, and when it is tried again.
 */
type Progress = Pick<
  Selectable<Schema["webhook_endpoint"]>,
  "seq" | "seq_at" | "tries" | "next_try_at" | "failing_since"
>;

/** The progress of an endpoint whose last call was answered. */
export const NO_FAILURE = { tries: 0, next_try_at: 0, failing_since: null } as const;

/** An endpoint and how far it has come. It stays the same object for as long as this server sends. */
export interface Line {
  endpoint: Endpoint;
  /** When its subscription ends or loses its last key, epoch ms. Then it rests. */
  goodUntilMs: number;
  sealed: SealedSecrets;
  readonly progress: Progress;
  /** Whether a call is under way or about to be: there is one at most. */
  isBusy: boolean;
  isOff: boolean;
}

/**
 * Reads all endpoints. Those that are known go on from where they are, which the store may know late.
 *
 * @param onDamaged called for each whose row is damaged: it is none of them, and the others are.
 */
export async function readLines(
  store: Store,
  known: ReadonlyMap<string, Line>,
  onDamaged: (id: string, damage: Error) => void,
): Promise<Map<string, Line>> {
  const rows = await store.db.selectFrom("webhook_endpoint").selectAll().execute();
  const good = await goodUntil(store.db);
  const lines = new Map<string, Line>();
  for (const row of rows) {
    const damage = damageOf(row);
    if (damage !== undefined) {
      onDamaged(row.id, damage);
      continue;
    }
    const endpoint = endpointOf(row);
    const before = known.get(row.id);
    // An endpoint whose progress is damaged learns what it may have missed.
    const isSound = Number.isSafeInteger(row.seq) && isInstant(row.seq_at);
    const { tries, next_try_at, failing_since } = row;
    const stored: Progress = {
      seq: isSound ? row.seq : 0,
      seq_at: isSound ? row.seq_at : endpoint.createdAtMs,
      tries,
      next_try_at,
      failing_since,
    };
    // Another server may have sent meanwhile.
    const progress = before && before.progress.seq >= stored.seq ? before.progress : stored;
    if (progress.failing_since !== null && progress.failing_since < endpoint.resumedAtMs) {
      Object.assign(progress, NO_FAILURE);
    }
    const line: Line = {
      endpoint,
      goodUntilMs: good.get(row.subscription_id) ?? -Infinity,
      sealed: row,
      progress,
      isBusy: before?.isBusy ?? false,
      isOff: row.off_at !== null,
    };
    lines.set(row.id, Object.assign(before ?? {}, line));
  }
  return lines;
}
