import type { Store } from "../store/store.ts";

/** The subscriptions of an account, the paid one first. */
export async function subscriptionIdsOf(
  db: Store["db"],
  accountId: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("subscription")
    .select("id")
    .where("account_id", "=", accountId)
    .orderBy("trial")
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether an endpoint belongs to an account. */
export async function ownsEndpoint(
  db: Store["db"],
  accountId: string,
  endpointId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("webhook_endpoint")
    .innerJoin("subscription", "subscription.id", "webhook_endpoint.subscription_id")
    .select("webhook_endpoint.id")
    .where("webhook_endpoint.id", "=", endpointId)
    .where("subscription.account_id", "=", accountId)
    .executeTakeFirst();
  return row !== undefined;
}
