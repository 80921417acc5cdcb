import type { Store } from "../store/store.ts";

/** Everything stored about an account, by table, without passwords, keys, secrets or their hashes. */
export async function customerFile({ db }: Store, accountId: string): Promise<object> {
  const subscriptions = () => db.selectFrom("subscription").where("account_id", "=", accountId);
  const keys = () =>
    db.selectFrom("api_key").where("subscription_id", "in", subscriptions().select("id"));
  const webhooks = () =>
    db.selectFrom("webhook_endpoint").where("subscription_id", "in", subscriptions().select("id"));
  const invoices = () => db.selectFrom("invoice").where("account_id", "=", accountId);
  const queries = {
    account: db.selectFrom("account_user").selectAll().where("id", "=", accountId),
    sessions: db
      .selectFrom("account_session")
      .select(["ip_address", "user_agent", "created_at", "updated_at", "expires_at"])
      .where("user_id", "=", accountId),
    // The activity does not name owners of the service.
    activity: db
      .selectFrom("audit")
      .select(["at", "action", "detail"])
      .where("account_id", "=", accountId)
      .orderBy("at"),
    suspension: db.selectFrom("suspension").selectAll().where("account_id", "=", accountId),
    subscriptions: subscriptions().selectAll(),
    reminders: db
      .selectFrom("reminder")
      .selectAll()
      .where("subscription_id", "in", subscriptions().select("id")),
    keys: keys().select([
      "id",
      "subscription_id",
      "hint",
      "origins",
      "created_at",
      "revoked_at",
      "last_used_at",
    ]),
    usage: db.selectFrom("usage_day").selectAll().where("key_id", "in", keys().select("id")),
    webhooks: webhooks().select(["id", "url", "games", "events", "created_at", "off_at"]),
    webhookCalls: db
      .selectFrom("webhook_call")
      .selectAll()
      .where("endpoint_id", "in", webhooks().select("id")),
    invoices: invoices().selectAll(),
    transfers: db
      .selectFrom("transfer")
      .selectAll()
      .where("invoice_id", "in", invoices().select("id")),
    claims: db.selectFrom("claim").selectAll().where("account_id", "=", accountId),
    payments: db.selectFrom("payment").selectAll().where("account_id", "=", accountId),
    balance: db.selectFrom("balance_entry").selectAll().where("account_id", "=", accountId),
  };
  const tables = Object.entries(queries).map(async ([name, query]) => [
    name,
    await query.execute(),
  ]);
  return Object.fromEntries(await Promise.all(tables)) as object;
}
