import type { Db } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
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

export type OfferedPlan = Readonly<Schema["plan"]>;

export interface PaymentTerms {
  /** The USDT contract of the network in use, in base58. */
  readonly contract: string;
  /** In base58; empty if nothing is sold. */
  readonly addresses: readonly string[];
}

/** The plans until the back office ends them, which puts them into the database. */
export const FIRST_PLANS: readonly OfferedPlan[] = [
  { id: "first_30", name: "30 days", days: 30, price: 49_000_000, from_at: 0, until_at: null },
  { id: "first_90", name: "90 days", days: 90, price: 129_000_000, from_at: 0, until_at: null },
  { id: "first_365", name: "365 days", days: 365, price: 449_000_000, from_at: 0, until_at: null },
];

/** An order names a price, days or a name that no plan on sale has. */
export class PlanChangedError extends Error {}

/**
 * All plans that are or were on sale, the shortest first. Read from the store each time, so that a change takes
 * effect on all servers at once.
 */
async function allPlans(db: Db): Promise<OfferedPlan[]> {
  const rows = await db.selectFrom("plan").selectAll().orderBy("from_at").execute();
  const plans = new Map([...FIRST_PLANS, ...rows].map((plan) => [plan.id, plan]));
  return [...plans.values()].toSorted((one, other) => one.days - other.days);
}

export async function plansOnSale(db: Db): Promise<OfferedPlan[]> {
  return (await allPlans(db)).filter((plan) => plan.until_at === null);
}

/** The lowest price, such as `49 USDT for 30 days`; null if no plan is on sale. */
export async function lowestPrice(db: Db): Promise<string | null> {
  const [plan] = (await plansOnSale(db)).toSorted((one, other) => one.price - other.price);
  return plan === undefined
    ? null
    : `${formatUsdt(plan.price).replace(/\.00$/, "")} USDT for ${plan.days} ${plan.days === 1 ? "day" : "days"}`;
}

/**
 * Checks that a plan is sold as ordered, within the transaction of the order.
 *
 * @throws PlanChangedError if it has another price or other days, or is not sold.
 */
export async function requirePlan(db: Db, { name, days, price }: Plan): Promise<void> {
  const sold = (await plansOnSale(db)).find((plan) => plan.name === name);
  if (sold?.price !== price || sold.days !== days) {
    throw new PlanChangedError(`${JSON.stringify(name)} is no longer sold at that price.`);
  }
}

/** A plan's price at a time, epoch ms; undefined if the plan was not on sale then. */
export async function priceOf(
  db: Db,
  { name, days }: Pick<Plan, "name" | "days">,
  atMs: number,
): Promise<MicroUsdt | undefined> {
  const isSold = (plan: OfferedPlan) =>
    plan.from_at <= atMs && (plan.until_at === null || atMs < plan.until_at);
  return (await allPlans(db)).findLast(
    (plan) => plan.name === name && plan.days === days && isSold(plan),
  )?.price;
}
