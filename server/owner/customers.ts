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
  /** Since when its keys open nothing because an owner suspended it, epoch ms; null: it is not. */
  readonly suspendedMs: number | null;
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
  /** Whether a code is asked for after the password. */
  readonly hasCodes: boolean;
}

const DAYS = 30;
/** Accounts read at a time. */
const PAGE = 200;

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
    const rows = await selectCustomers(db, nowMs)
      .where("account_user.email", ">", after)
      .$if(email !== undefined, (all) => all.where("account_user.email", "=", email ?? ""))
      .orderBy("account_user.email")
      .limit(PAGE)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) {
      return;
    }
    const ids = rows.map(({ id }) => id);
    const keys = await keysOf(db, ids, nowMs);
    yield* rows.map((row) => ({
      accountId: row.id,
      email: row.email,
      sinceMs: Date.parse(row.created_at),
      plan: row.plan,
      endsAtMs: row.ends_at,
      suspendedMs: row.suspended,
      balance: Number(row.balance ?? 0),
      keys: keys.get(row.id)?.count ?? 0,
      // The order in which a database returns keys may differ.
      sites: [...(keys.get(row.id)?.sites ?? [])].toSorted(),
      isOpen: keys.get(row.id)?.isOpen ?? false,
      loads: Number(row.loads ?? 0),
      signedInMs: row.signed_in,
      hasCodes: row.two_factor_enabled === 1,
    }));
    after = last.email;
  }
}

function selectCustomers(db: Store["db"], nowMs: number) {
  return db
    .selectFrom("account_user")
    .select(["id", "email", "created_at", "two_factor_enabled"])
    .select(({ selectFrom }) => [
      selectFrom("subscription")
        .select("ends_at")
        .whereRef("account_id", "=", "account_user.id")
        .where("trial", "=", 0)
        .as("ends_at"),
      selectFrom("suspension")
        .select("since")
        .whereRef("account_id", "=", "account_user.id")
        .as("suspended"),
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
        .where("usage_day.day", ">", usageDay(nowMs) - DAYS)
        .as("loads"),
      selectFrom("audit")
        .select(({ fn }) => fn.max("at").as("at"))
        .whereRef("account_id", "=", "account_user.id")
        .where("action", "in", ["signed_in", "signed_in_elsewhere"])
        .as("signed_in"),
    ]);
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
