import { readOrigins } from "../access/origins.ts";
import { usageDay } from "../access/usage.ts";
import type { MicroUsdt } from "../payment/usdt.ts";
import type { Store } from "../store/store.ts";

/** An account, as the owner of the service sees it. */
export interface Customer {
  readonly accountId: string;
  readonly email: string;
  /** When it registered, epoch ms. */
  readonly sinceMs: number;
  /** The plan paid for last; null before the first payment. */
  readonly plan: string | null;
  /** When what was paid for ends or ended, epoch ms; null before the first payment. */
  readonly endsAtMs: number | null;
  /** Whether its keys open nothing because the owner suspended it. */
  readonly isSuspended: boolean;
  readonly balance: MicroUsdt;
  /** Keys that open something, those of a trial among them. */
  readonly keys: number;
  /** The sites that its keys name, in one order. */
  readonly sites: readonly string[];
  /** Whether one of its keys names none, and so opens tables on any. */
  readonly isOpen: boolean;
  /** Tables opened in the last 30 UTC days, today among them. */
  readonly loads: number;
  /** Epoch ms; null: never. */
  readonly signedInMs: number | null;
}

const DAYS = 30;
/** Accounts read at a time. */
const PAGE = 200;

/** Whose plan ends within so many ms, or has ended within the last; the first to end first. */
export async function endingCustomers(
  store: Store,
  nowMs: number,
  withinMs: number,
): Promise<Customer[]> {
  const found: (Customer & { readonly endsAtMs: number })[] = [];
  for await (const customer of customers(store, nowMs)) {
    const { endsAtMs } = customer;
    if (endsAtMs !== null && Math.abs(endsAtMs - nowMs) <= withinMs) {
      found.push({ ...customer, endsAtMs });
    }
  }
  return found.toSorted((one, other) => one.endsAtMs - other.endsAtMs);
}

/**
 * All customers in the order of their addresses. A page of them is in memory at a time.
 *
 * @param email whose account alone, in lower case.
 */
export async function* customers(
  { db }: Store,
  nowMs: number,
  email?: string,
): AsyncGenerator<Customer> {
  let after = "";
  for (;;) {
    const accounts = await db
      .selectFrom("account_user")
      .select(["id", "email", "created_at"])
      .where("email", ">", after)
      .$if(email !== undefined, (all) => all.where("email", "=", email ?? ""))
      .orderBy("email")
      .limit(PAGE)
      .execute();
    const last = accounts.at(-1);
    if (last === undefined) {
      return;
    }
    const ids = accounts.map(({ id }) => id);
    const [subscriptions, suspended, plans, balances, keys, loads, signIns] = [
      await paidUntil(db, ids),
      await suspendedAmong(db, ids),
      await lastPlans(db, ids),
      await balancesOf(db, ids),
      await keysOf(db, ids, nowMs),
      await loadsOf(db, ids, nowMs),
      await signInsOf(db, ids),
    ];
    yield* accounts.map(({ id, email, created_at: registeredAt }) => ({
      accountId: id,
      email,
      sinceMs: Date.parse(registeredAt),
      plan: plans.get(id) ?? null,
      endsAtMs: subscriptions.get(id) ?? null,
      isSuspended: suspended.has(id),
      balance: balances.get(id) ?? 0,
      keys: keys.get(id)?.count ?? 0,
      // In one order, whichever a database gives the keys in.
      sites: [...(keys.get(id)?.sites ?? [])].toSorted(),
      isOpen: keys.get(id)?.isOpen ?? false,
      loads: loads.get(id) ?? 0,
      signedInMs: signIns.get(id) ?? null,
    }));
    after = last.email;
  }
}

async function paidUntil(db: Store["db"], ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("subscription")
    .select(["account_id", "ends_at"])
    .where("account_id", "in", ids)
    .where("trial", "=", 0)
    .execute();
  return new Map(rows.map((row) => [row.account_id ?? "", row.ends_at]));
}

async function suspendedAmong(db: Store["db"], ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("suspension")
    .select("account_id")
    .where("account_id", "in", ids)
    .execute();
  return new Set(rows.map((row) => row.account_id));
}

async function lastPlans(db: Store["db"], ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("payment")
    .select(["account_id", "plan"])
    .where("account_id", "in", ids)
    .orderBy("credited_at")
    .orderBy("id")
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.plan]));
}

async function balancesOf(db: Store["db"], ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("balance_entry")
    .select("account_id")
    .select(({ fn }) => fn.sum<number | string>("amount").as("sum"))
    .where("account_id", "in", ids)
    .groupBy("account_id")
    .execute();
  return new Map(rows.map((row) => [row.account_id, Number(row.sum)]));
}

/** How many keys open something, and where. */
interface KeyRing {
  count: number;
  isOpen: boolean;
  readonly sites: Set<string>;
}

async function keysOf(
  db: Store["db"],
  ids: readonly string[],
  nowMs: number,
): Promise<Map<string, KeyRing>> {
  const rows = await db
    .selectFrom("api_key")
    .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
    .select(["subscription.account_id", "api_key.origins"])
    .where("subscription.account_id", "in", ids)
    .where("subscription.ends_at", ">", nowMs)
    .where((is) =>
      is.or([is("api_key.revoked_at", "is", null), is("api_key.revoked_at", ">", nowMs)]),
    )
    .execute();
  const rings = new Map<string, KeyRing>();
  for (const { account_id: accountId, origins } of rows) {
    const ring = rings.get(accountId ?? "") ?? { count: 0, isOpen: false, sites: new Set() };
    const sites = readOrigins(origins);
    ring.count += 1;
    ring.isOpen ||= sites?.length === 0;
    for (const site of sites ?? []) {
      ring.sites.add(site);
    }
    rings.set(accountId ?? "", ring);
  }
  return rings;
}

async function loadsOf(
  db: Store["db"],
  ids: readonly string[],
  nowMs: number,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("usage_day")
    .innerJoin("api_key", "api_key.id", "usage_day.key_id")
    .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
    .select("subscription.account_id")
    .select(({ fn }) => fn.sum<number | string>("usage_day.count").as("count"))
    .where("subscription.account_id", "in", ids)
    .where("usage_day.what", "=", "load")
    .where("usage_day.day", ">", usageDay(nowMs) - DAYS)
    .groupBy("subscription.account_id")
    .execute();
  return new Map(rows.map((row) => [row.account_id ?? "", Number(row.count)]));
}

async function signInsOf(db: Store["db"], ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("audit")
    .select("account_id")
    .select(({ fn }) => fn.max("at").as("at"))
    .where("account_id", "in", ids)
    .where("action", "in", ["signed_in", "signed_in_elsewhere"])
    .groupBy("account_id")
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.at]));
}
