import { isInstant } from "../access/end-date.ts";
import type { Store } from "../store/store.ts";
import { endpointOf } from "./endpoints.ts";
import type { Endpoint } from "./endpoints.ts";

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
export async function goodUntil(
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
