import type { Kysely } from "kysely";
import type { Schema } from "../store/tables.ts";
import type { MicroUsdt } from "./usdt.ts";

/** What a plan costs from a time on. */
export interface SetPrice {
  /** The plan, by its key in the catalog and its days. */
  readonly key: string;
  readonly days: number;
  readonly price: MicroUsdt;
  /** Epoch ms. */
  readonly fromMs: number;
}

/** A plan by its key and days, with what it costs at first; null where that was set with it. */
interface PricedPlan {
  readonly key: string;
  readonly days: number;
  readonly firstPrice: MicroUsdt | null;
}

/** The prices that were set, each one before those that it gives way to where their times overlap. */
export async function pricesSet(db: Kysely<Schema>): Promise<SetPrice[]> {
  const rows = await db
    .selectFrom("price")
    .select(["plan", "days", "amount", "from_at"])
    .orderBy("from_at")
    .orderBy("number")
    .execute();
  return rows.map(({ plan: key, days, amount: price, from_at: fromMs }) => ({
    key,
    days,
    price,
    fromMs,
  }));
}

/** What a plan costs at a moment: the price that was set for the latest time before it, or its first one. */
export function priceAt(
  set: readonly SetPrice[],
  { key, days, firstPrice }: PricedPlan,
  atMs: number,
): MicroUsdt | null {
  const isOf = (each: SetPrice) => each.key === key && each.days === days;
  return set.findLast((each) => isOf(each) && each.fromMs <= atMs)?.price ?? firstPrice;
}
