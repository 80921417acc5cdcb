import type { Transaction } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { Invoice } from "./invoices.ts";
import { parseTronAddress } from "./tron/address.ts";
import type { Receipt, Transfer } from "./tron/receipt.ts";
import { judge } from "./verdict.ts";
import type { Doubt, Verdict } from "./verdict.ts";

/** Chain and server tell time apart; a node's clock and ours differ by seconds even where all is well. */
const TOLERANCE_MS = 2 * 60_000;
/** A clock that is further off is no clock: nobody's invoices are stretched by more. */
const MAX_CLOCK_MS = 3_600_000;

/** A receipt, and what is known of when it counts. */
export interface Evidence {
  readonly receipt: Receipt;
  /** By how much this machine's clock is ahead of the chain's time, ms; below 0 when it is behind. */
  readonly clockAheadMs: number;
  /** The logs of the transaction that were credited before. */
  readonly credited: ReadonlySet<number>;
}

/** An invoice, and a transfer of exactly its amount that nothing was credited for. */
export interface Fit {
  readonly invoice: Invoice;
  readonly transfer: Transfer;
  /** Why a person has to look nevertheless; null: it pays the invoice. */
  readonly doubt: Doubt | "invoice_paid" | null;
}

/** Holds the receipt against an invoice, whose times are read as the chain would have told them. */
export function judgeFor(
  invoice: Invoice,
  { receipt, clockAheadMs }: Pick<Evidence, "receipt" | "clockAheadMs">,
): Verdict {
  const aheadMs = Math.max(-MAX_CLOCK_MS, Math.min(clockAheadMs, MAX_CLOCK_MS));
  return judge(receipt, {
    contract: bytesOf(invoice.contract),
    address: bytesOf(invoice.address),
    amount: invoice.amount,
    fromMs: invoice.created_at - Math.max(0, aheadMs) - TOLERANCE_MS,
    untilMs: invoice.closes_at + Math.max(0, -aheadMs) + TOLERANCE_MS,
  });
}

/**
 * The invoice that the transaction pays, of the one it was named for and all others of the same
 * account; a payer who has two open may well name the wrong one.
 */
export async function findFit(
  transaction: Transaction<Schema>,
  named: Invoice,
  evidence: Evidence,
): Promise<Fit | undefined> {
  const own = await transaction
    .selectFrom("invoice")
    .selectAll()
    .where("account_id", "=", named.account_id)
    .where("contract", "=", named.contract)
    .where("amount", "in", numbersOf(evidence.receipt.transfers))
    .where("id", "!=", named.id)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  const fits = [named, ...own].flatMap((invoice) => fitOf(invoice, evidence));
  return fits.find(({ doubt }) => doubt === null) ?? fits[0];
}

/** The fit of an invoice, in a list of one; an empty list where the amount is not exactly its own. */
function fitOf(invoice: Invoice, evidence: Evidence): Fit[] {
  const verdict = judgeFor(invoice, evidence);
  if (verdict.verdict === "rejected" || isMismatch(verdict)) {
    return [];
  }
  const exact = verdict.verdict === "paid" ? verdict.transfers : [verdict.transfer];
  const transfer = exact.find(({ logIndex }) => !evidence.credited.has(logIndex));
  if (transfer === undefined) {
    return [];
  }
  const doubt = verdict.verdict === "paid" ? null : verdict.reason;
  // Paid twice: the money is there, and what it is for only a person can say.
  return [{ invoice, transfer, doubt: invoice.state === "paid" ? "invoice_paid" : doubt }];
}

/** Whether the transfer is exactly what somebody else's invoice asks for: then it is no mistake of this payer. */
export async function isOfAnother(
  transaction: Transaction<Schema>,
  invoice: Invoice,
  transfer: Transfer,
  evidence: Evidence,
): Promise<boolean> {
  const others = await transaction
    .selectFrom("invoice")
    .selectAll()
    .where("contract", "=", invoice.contract)
    .where("address", "=", invoice.address)
    .where("amount", "in", numbersOf([transfer]))
    .where("account_id", "!=", invoice.account_id)
    .execute();
  return others.some((other) => {
    const verdict = judgeFor(other, evidence);
    const isLate = verdict.verdict === "review" && verdict.reason === "invoice_expired";
    return verdict.verdict === "paid" || isLate;
  });
}

function isMismatch(verdict: Verdict): boolean {
  return verdict.verdict === "review" && verdict.reason === "amount_mismatch";
}

/** Amounts as invoices have them. None asks for more than there is; a list is never empty. */
function numbersOf(transfers: readonly Transfer[]): number[] {
  const payable = transfers.filter(({ amount }) => amount <= BigInt(Number.MAX_SAFE_INTEGER));
  return [0, ...payable.map(({ amount }) => Number(amount))];
}

/** The settings were checked, so what an invoice took from them is an address. */
function bytesOf(address: string): string {
  const bytes = parseTronAddress(address);
  if (bytes === undefined) {
    throw new Error(`${address} is no TRON address.`);
  }
  return bytes;
}
