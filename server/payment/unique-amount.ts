import { randomInt } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Schema } from "../store/schema.ts";
import { CENT } from "./usdt.ts";
import type { MicroUsdt } from "./usdt.ts";

/** How long a closed invoice's amount is not given to anybody else: its payment may come late. */
const REST_MS = 30 * 24 * 3_600_000;

/** Whether an invoice's amount may have been given to somebody else by then. */
export function hasRested({ closes_at: closesAtMs }: { closes_at: number }, atMs: number): boolean {
  return atMs > closesAtMs + REST_MS;
}

/** For when no ending is free: up to ten cents are let off. */
const WIDE = 10 * CENT;
const WIDE_DRAWS = 50;

/** A whole number from 1 to `max`. Random, so that nobody learns how much is sold. */
export type DrawNumber = (max: number) => number;

export const drawAtRandom: DrawNumber = (max) => randomInt(1, max + 1);

/** Where an amount is to be unique, as people write both. */
interface Place {
  readonly contract: string;
  readonly address: string;
}

/**
 * An amount that no other invoice of the place asks for: less than a cent below `total`, so that nobody
 * pays more than the price. What it has below a cent, its ending, is unique as well. It names the invoice
 * where whole cents are missing or too many.
 *
 * @param total at least a cent.
 * @returns undefined where no amount is free.
 */
export async function uniqueAmount(
  transaction: Transaction<Schema>,
  { contract, address }: Place,
  total: MicroUsdt,
  nowMs: number,
  draw: DrawNumber,
): Promise<MicroUsdt | undefined> {
  const resting = await transaction
    .selectFrom("invoice")
    .select("amount")
    .where("contract", "=", contract)
    .where("address", "=", address)
    .where("closes_at", ">", nowMs - REST_MS)
    .execute();
  const amounts = new Set(resting.map(({ amount }) => amount));
  const endings = new Set(resting.map(({ amount }) => amount % CENT));
  const isFree = (ending: number) => !endings.has(ending);
  const free = COARSE.filter(isFree);
  const choice = free.length > 0 ? free : FINE.filter(isFree);
  if (choice.length > 0) {
    return withEnding(total, choice[draw(choice.length) - 1] ?? 0);
  }
  for (let turn = 0; turn < WIDE_DRAWS; turn++) {
    const amount = total - draw(WIDE - 1);
    if (amount > 0 && !amounts.has(amount)) {
      return amount;
    }
  }
  return undefined;
}

/*
 * Forms of exchanges round. More of them accept four decimals than six, so the first endings have four.
 * Whatever is rounded to fewer decimals must not become another's ending.
 */
const ENDINGS = Array.from({ length: CENT - 1 }, (_, index) => index + 1);
const COARSE = ENDINGS.filter((ending) => ending % 200 === 100);
const FINE = ENDINGS.filter((ending) => ending % 200 < 50 && ending % 10 !== 0);

/** The greatest amount up to `total` with this ending. */
function withEnding(total: MicroUsdt, ending: number): MicroUsdt {
  const below = total - (total % CENT) + ending;
  return below <= total ? below : below - CENT;
}

/** The invoices of a place whose amounts have the same ending, and that rest no longer at that time. */
export function withSameEnding(
  transaction: Transaction<Schema>,
  { contract, address }: Place,
  amount: bigint,
  atMs: number,
) {
  return transaction
    .selectFrom("invoice")
    .selectAll()
    .where("contract", "=", contract)
    .where("address", "=", address)
    .where(sql`amount % ${sql.lit(CENT)}`, "=", Number(amount % BigInt(CENT)))
    .where("closes_at", ">", atMs - REST_MS)
    .execute();
}
