import { isInstant } from "../access/end-date.ts";
import type { Store } from "../store/store.ts";

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
