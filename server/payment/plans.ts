import type { Db } from "../store/store.ts";
import { formatUsdt } from "./usdt.ts";
import type { MicroUsdt } from "./usdt.ts";

export interface Plan {
  /** Unique among the plans on sale. */
  readonly name: string;
  /** 1 to 3660. */
  readonly days: number;
  /** More than a cent, because an invoice asks for less than a cent below the price. */
  readonly price: MicroUsdt;
}

export interface PaymentTerms {
  /** The USDT contract of the network in use, in base58. */
  readonly contract: string;
  /** In base58; empty if nothing is sold. */
  readonly addresses: readonly string[];
}

/** The plans until the back office changes them. Each plan's name is its key. */
export const FIRST_PLANS: readonly Plan[] = [
  { name: "30 days", days: 30, price: 49_000_000 },
  { name: "90 days", days: 90, price: 129_000_000 },
  { name: "365 days", days: 365, price: 449_000_000 },
];

export interface KnownPlan {
  /** Stays the same when the plan is renamed. */
  readonly key: string;
  readonly name: string;
  readonly days: number;
  readonly isOnSale: boolean;
  /** The last change in the back office; null if there is none. */
  readonly change: { readonly atMs: number; readonly reason: string } | null;
}

/** An order names a price, days or a name that its plan no longer has. */
export class PlanChangedError extends Error {}

/**
 * All plans at `atMs`, epoch ms: the first ones, then the added ones. Read from the store each time, so that a change
 * takes effect on all servers at once.
 */
export async function catalogAt(db: Db, atMs: number): Promise<KnownPlan[]> {
  const rows = await db
    .selectFrom("plan")
    .selectAll()
    .where("set_at", "<=", atMs)
    .orderBy("number")
    .execute();
  const known = FIRST_PLANS.map(({ name, days }): KnownPlan => ({
    key: name,
    name,
    days,
    isOnSale: true,
    change: null,
  }));
  const changed = rows.map(
    ({ plan: key, name, days, on_sale: onSale, set_at: setMs, reason }): KnownPlan => ({
      key,
      name,
      days,
      isOnSale: onSale === 1,
      change: { atMs: setMs, reason },
    }),
  );
  return [...new Map([...known, ...changed].map((plan) => [plan.key, plan])).values()];
}

export async function plansAt(db: Db, atMs: number): Promise<(Plan & Pick<KnownPlan, "key">)[]> {
  const prices = await pricesAt(db, atMs);
  return (await catalogAt(db, atMs)).flatMap(({ key, name, days, isOnSale }) => {
    const price = prices.get(key);
    return isOnSale && price !== undefined ? [{ key, name, days, price }] : [];
  });
}

/** The lowest price, such as `49 USDT for 30 days`; null if no plan is on sale. */
export async function lowestPrice(db: Db, atMs: number): Promise<string | null> {
  const [plan] = (await plansAt(db, atMs)).toSorted((one, other) => one.price - other.price);
  return plan === undefined
    ? null
    : `${formatUsdt(plan.price).replace(/\.00$/, "")} USDT for ${plan.days} ${plan.days === 1 ? "day" : "days"}`;
}

/**
 * Checks that a plan is sold as ordered, within the transaction of the order.
 *
 * @throws PlanChangedError if it has another price or other days, or is not sold.
 */
export async function requirePlan(
  db: Db,
  { name, days, price }: Plan,
  atMs: number,
): Promise<void> {
  const sold = (await plansAt(db, atMs)).find((plan) => plan.name === name);
  if (sold?.price !== price || sold.days !== days) {
    throw new PlanChangedError(`${JSON.stringify(name)} is no longer sold at that price.`);
  }
}

/**
 * The current name and price of a bought plan; null if it is not on sale at `atMs`, undefined if there was no such
 * plan, as for credited days.
 *
 * @param boughtMs when it was bought, under its name at the time.
 */
export async function soldAs(
  db: Db,
  { name, days, boughtMs }: Pick<Plan, "name" | "days"> & { readonly boughtMs: number },
  atMs: number,
): Promise<Plan | null | undefined> {
  const [bought] = (await catalogAt(db, boughtMs))
    .filter((plan) => plan.name === name && plan.days === days)
    .toSorted((one, other) => Number(other.isOnSale) - Number(one.isOnSale));
  return bought && ((await plansAt(db, atMs)).find(({ key }) => key === bought.key) ?? null);
}

/** The price of each plan at a time, by key: the price set for the latest time before it. */
export async function pricesAt(db: Db, atMs: number): Promise<ReadonlyMap<string, MicroUsdt>> {
  const rows = await db
    .selectFrom("price")
    .select(["plan", "amount"])
    .where("from_at", "<=", atMs)
    .orderBy("from_at")
    .orderBy("number")
    .execute();
  const first = FIRST_PLANS.map(({ name, price }) => [name, price] as const);
  return new Map([...first, ...rows.map(({ plan, amount }) => [plan, amount] as const)]);
}
