import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { Plan } from "./plan.ts";
import type { MicroUsdt } from "./usdt.ts";

/** What a plan costs from a time on. */
export interface SetPrice {
  /** The plan, by its name and days. */
  readonly plan: string;
  readonly days: number;
  readonly price: MicroUsdt;
  /** Epoch ms. */
  readonly fromMs: number;
}

/** A plan was ordered at a price that is not the present one. */
export class PriceChangedError extends Error {}

/** The prices that were set, each one before those that it gives way to where their times overlap. */
export async function pricesSet(db: Kysely<Schema>): Promise<SetPrice[]> {
  const rows = await db
    .selectFrom("price")
    .select(["plan", "days", "amount", "from_at"])
    .orderBy("from_at")
    .orderBy("number")
    .execute();
  return rows.map(({ plan, days, amount: price, from_at: fromMs }) => ({
    plan,
    days,
    price,
    fromMs,
  }));
}

/**
 * The plans at the prices that hold at a moment. They are read from the store each time, so that all
 * servers on it agree from the moment that one of them has set a price.
 *
 * @param plans on sale, at the prices of the settings: those hold until another one is set.
 */
export async function plansAt(
  db: Kysely<Schema>,
  plans: readonly Plan[],
  atMs: number,
): Promise<Plan[]> {
  const set = await pricesSet(db);
  return plans.map((plan) => ({ ...plan, price: priceAt(set, plan, atMs) }));
}

/** What a plan costs at a moment: the price that was set for the latest time before it, if any was. */
export function priceAt(
  set: readonly SetPrice[],
  { name, days, price }: Plan,
  atMs: number,
): MicroUsdt {
  const isOf = (each: SetPrice) => each.plan === name && each.days === days;
  return set.findLast((each) => isOf(each) && each.fromMs <= atMs)?.price ?? price;
}

/**
 * Makes sure that a plan is ordered at the price that holds, within the transaction that orders it.
 *
 * @param plans on sale, at the prices of the settings.
 * @throws PriceChangedError when it costs something else by now, or is not sold.
 */
export async function requirePrice(
  db: Kysely<Schema>,
  plans: readonly Plan[],
  { name, price }: Plan,
  atMs: number,
): Promise<void> {
  const sold = (await plansAt(db, plans, atMs)).find((plan) => plan.name === name);
  if (sold?.price !== price) {
    throw new PriceChangedError(`${JSON.stringify(name)} does not cost that now.`);
  }
}
