import { randomInt } from "node:crypto";
import { DAY_MS } from "../../src/round/phases.ts";
import { MAX_LATE_DAYS } from "../../src/wire/account-limits.ts";
import type { Transaction } from "../store/store.ts";
import { CENT } from "./usdt.ts";
import type { MicroUsdt } from "./usdt.ts";

export const MAX_LATE_MS = MAX_LATE_DAYS * DAY_MS;
/** How long a closed invoice's amount stays reserved. A day more, since clocks differ. */
export const RESERVED_MS = MAX_LATE_MS + DAY_MS;

export function selectReservedAmounts(
  transaction: Transaction,
  contract: string,
  addresses: readonly string[],
  nowMs: number,
) {
  return transaction
    .selectFrom("invoice")
    .where("contract", "=", contract)
    .where("address", "in", addresses)
    .where("closes_at", ">", nowMs - RESERVED_MS);
}

/** Draws a random whole number from 1 to `max`: counting up would reveal how much is sold. */
export type DrawNumber = (max: number) => number;

export const drawAtRandom: DrawNumber = (max) => randomInt(1, max + 1);

/**
 * Draws an amount that no other invoice of the address asks for, less than a cent below `total`, so that nobody pays
 * more than the price. Its digits below a cent, the ending, are unique as well: they identify the invoice if whole
 * cents are missing or added.
 *
 * @param address in base58, as `contract`.
 * @param total at least a cent.
 * @param ownOf the account whose own closed invoices' endings are reused; undefined for a free ending.
 * @returns undefined if there is none.
 */
export async function uniqueAmount(
  transaction: Transaction,
  { contract, address }: { readonly contract: string; readonly address: string },
  total: MicroUsdt,
  nowMs: number,
  draw: DrawNumber,
  ownOf?: string,
): Promise<MicroUsdt | undefined> {
  const reserved = await selectReservedAmounts(transaction, contract, [address], nowMs)
    .select(["account_id", "amount", "state"])
    .execute();
  const isOwn = (row: (typeof reserved)[number]) =>
    row.account_id === ownOf && row.state === "closed";
  const others = new Set(reserved.filter((row) => !isOwn(row)).map(endingOf));
  const own = new Set(reserved.filter(isOwn).map(endingOf));
  const isFree = (ending: number) =>
    !others.has(ending) && (ownOf === undefined || own.has(ending));
  const coarse = COARSE.filter(isFree);
  const choice = coarse.length > 0 ? coarse : FINE.filter(isFree);
  return choice.length > 0 ? withEnding(total, choice[draw(choice.length) - 1] ?? 0) : undefined;
}

/*
 * The forms of exchanges round amounts. More of them accept four decimals than six, so endings with four digits
 * come first. An amount that was rounded or cut to fewer decimals matches no ending.
 */
const ENDINGS = Array.from({ length: CENT - 1 }, (_, index) => index + 1);
const isCoarse = (ending: number) => ending % 200 === 100;
const isFine = (ending: number) => ending % 200 < 50 && ending % 10 !== 0;
const COARSE = ENDINGS.filter(isCoarse);
const FINE = ENDINGS.filter(isFine);

/** Whether an invoice may ask for this amount. One that an owner created for a payment may have any amount. */
export function isAskable(amount: bigint): boolean {
  const ending = Number(amount % BigInt(CENT));
  return amount <= BigInt(Number.MAX_SAFE_INTEGER) && (isCoarse(ending) || isFine(ending));
}

function endingOf({ amount }: { amount: MicroUsdt }): number {
  return amount % CENT;
}

/** The greatest amount up to `total` with this ending. */
function withEnding(total: MicroUsdt, ending: number): MicroUsdt {
  const below = total - (total % CENT) + ending;
  return below <= total ? below : below - CENT;
}
