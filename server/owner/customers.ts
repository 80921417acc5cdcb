import { dayAt } from "../../src/fairness/utc-day.ts";
import { readOrigins } from "../access/origins.ts";
import type { Db, Store } from "../store/store.ts";

/**
 * An account, as owners see it; times are epoch ms. `plan` is the plan paid for last, and `endsAtMs` when the paid
 * term ends or ended: null before the first payment. `suspendedMs` is when an owner suspended it. `keys` are the
 * keys that open tables; `isOpen` is whether one of them allows any site. `loads` are the
 * tables opened in the last 30 UTC days.
 */
export type Customer = ReturnType<typeof customerOf>;

const DAYS = 30;
const PAGE_SIZE = 200;

/**
 * All customers in order of email address, one page in memory at a time.
 *
 * @param email limits it to one account, in lower case.
 */
export async function* customers(
  { db }: Store,
  nowMs: number,
  email?: string,
): AsyncGenerator<Customer> {
  let after = "";
  for (;;) {
    const rows = await selectCustomers(db, nowMs)
      .where("account_user.email", ">", after)
      .$if(email !== undefined, (all) => all.where("account_user.email", "=", email ?? ""))
      .orderBy("account_user.email")
      .limit(PAGE_SIZE)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) {
      return;
    }
    const accountIds = rows.map(({ accountId }) => accountId);
    const keys = await openingKeys(db, nowMs)
      .where("subscription.account_id", "in", accountIds)
      .execute();
    const keysOf = Map.groupBy(keys, ({ account_id: accountId }) => accountId);
    yield* rows.map((row) => customerOf(row, keysOf.get(row.accountId) ?? []));
    after = last.email;
  }
}

function selectCustomers(db: Db, nowMs: number) {
  return db
    .selectFrom("account_user")
    .select(["id as accountId", "email", "created_at as createdAt"])
    .select(["email_verified as isConfirmed", "two_factor_enabled as hasCodes"])
    .select(({ selectFrom }) => [
      selectFrom("subscription")
        .select("ends_at")
        .whereRef("account_id", "=", "account_user.id")
        .as("endsAtMs"),
      selectFrom("suspension")
        .select("since")
        .whereRef("account_id", "=", "account_user.id")
        .as("suspendedMs"),
      selectFrom("payment")
        .select("plan")
        .whereRef("account_id", "=", "account_user.id")
        .orderBy("credited_at", "desc")
        .orderBy("id", "desc")
        .limit(1)
        .as("plan"),
      selectFrom("balance_entry")
        .select(({ fn }) => fn.sum<number | string>("amount").as("sum"))
        .whereRef("account_id", "=", "account_user.id")
        .as("balance"),
      selectFrom("usage_day")
        .innerJoin("api_key", "api_key.id", "usage_day.key_id")
        .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
        .select(({ fn }) => fn.sum<number | string>("usage_day.count").as("count"))
        .whereRef("subscription.account_id", "=", "account_user.id")
        .where("usage_day.what", "=", "load")
        .where("usage_day.day", ">", dayAt(nowMs) - DAYS)
        .as("loads"),
      selectFrom("audit")
        .select(({ fn }) => fn.max("at").as("at"))
        .whereRef("account_id", "=", "account_user.id")
        .where("action", "in", ["signed_in", "signed_in_elsewhere"])
        .as("signedInMs"),
    ]);
}

function openingKeys(db: Db, nowMs: number) {
  return db
    .selectFrom("api_key")
    .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
    .select(["subscription.account_id", "api_key.origins"])
    .where("subscription.ends_at", ">", nowMs)
    .where((eb) =>
      eb.or([eb("api_key.revoked_at", "is", null), eb("api_key.revoked_at", ">", nowMs)]),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof selectCustomers>["execute"]>>[number];

function customerOf(
  { createdAt, isConfirmed, hasCodes, balance, loads, ...row }: Row,
  keys: readonly { readonly origins: string }[],
) {
  const origins = keys.map((key) => readOrigins(key.origins));
  return {
    ...row,
    sinceMs: Date.parse(createdAt),
    balance: Number(balance ?? 0),
    loads: Number(loads ?? 0),
    isConfirmed: isConfirmed === 1,
    hasCodes: hasCodes === 1,
    keys: keys.length,
    // Databases may return keys in any order.
    sites: [...new Set(origins.flat())].toSorted(),
    isOpen: origins.some((sites) => sites.length === 0),
  };
}
