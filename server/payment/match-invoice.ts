import type { Transaction } from "kysely";
import type { Schema } from "../store/tables.ts";
import { creditedLogs } from "./incoming/transfers.ts";
import type { Invoice } from "./invoices.ts";
import { parseTronAddress } from "./tron/address.ts";
import type { Receipt, Transfer } from "./tron/receipt.ts";
import { isAskable, isCutFrom, withSameEnding } from "./unique-amount.ts";
import type { MicroUsdt } from "./usdt.ts";
import { judge } from "./verdict.ts";
import type { ReviewReason, Verdict } from "./verdict.ts";

/** The clocks of chain and server differ by seconds even when both are right. */
const TOLERANCE_MS = 2 * 60_000;
/** No invoice's time is stretched by more, however wrong this machine's clock is. */
const MAX_CLOCK_MS = 3_600_000;

/** A receipt with what is needed to match it. */
export interface ReceiptContext {
  readonly receipt: Receipt;
  /** How far this machine's clock is ahead of the chain's time, ms; negative when it is behind. */
  readonly clockAheadMs: number;
  /** The logs of the transaction that were credited, or went to a balance. */
  readonly credited: ReadonlySet<number>;
}

/** An invoice and an uncredited transfer of exactly its amount. */
export interface InvoiceMatch {
  readonly invoice: Invoice;
  readonly transfer: Transfer;
  /** Why a person has to decide nevertheless; null: the transfer pays the invoice. */
  readonly reviewReason: ReviewReason | "invoice_paid" | null;
}

/** Judges a receipt for an invoice. */
export function judgeForInvoice(
  invoice: Invoice,
  { receipt, clockAheadMs }: Pick<ReceiptContext, "receipt" | "clockAheadMs">,
): Verdict {
  return judge(receipt, {
    contract: bytesOf(invoice.contract),
    address: bytesOf(invoice.address),
    amount: invoice.amount,
    ...timesOf(invoice, clockAheadMs),
  });
}

/** When an invoice can be paid, by the chain's clock, epoch ms. */
function timesOf(invoice: Invoice, clockAheadMs: number): { fromMs: number; untilMs: number } {
  const aheadMs = Math.max(-MAX_CLOCK_MS, Math.min(clockAheadMs, MAX_CLOCK_MS));
  return {
    fromMs: invoice.created_at - Math.max(0, aheadMs) - TOLERANCE_MS,
    untilMs: invoice.closes_at + Math.max(0, -aheadMs) + TOLERANCE_MS,
  };
}

/** An invoice that a transfer was sent for, and whether that was after its time. */
export interface Aim {
  readonly invoice: Invoice;
  readonly isLate: boolean;
}

const FEE_AT_MOST: MicroUsdt = 5_000_000;
const SHARE_AT_MOST = 0.1;

/**
 * How far from an invoice's amount a payment for it may be: a fee was taken off, or added in vain. What is
 * farther off is somebody else's transfer that happens to end alike, and a person decides.
 */
export function farthestOff({ amount }: Pick<Invoice, "amount">): MicroUsdt {
  return Math.max(FEE_AT_MOST, Math.floor(amount * SHARE_AT_MOST));
}

/** Whether an amount is so near that of an invoice that it may have been sent for it. */
export function isNear(invoice: Pick<Invoice, "amount">, amount: number): boolean {
  return Math.abs(amount - invoice.amount) <= farthestOff(invoice);
}

/**
 * The invoice that a transfer of another amount was sent for: the newest of the only account that has one whose
 * amount ends as the transfer's does below a cent, and is near it. A fee that an exchange took off is of whole cents.
 */
export async function aimOf(
  transaction: Transaction<Schema>,
  place: Pick<Invoice, "contract" | "address">,
  { amount }: Transfer,
  { receipt, clockAheadMs }: Pick<ReceiptContext, "receipt" | "clockAheadMs">,
): Promise<Aim | undefined> {
  const { blockTimeMs } = receipt;
  const known = isAskable(amount)
    ? await withSameEnding(transaction, place, amount, blockTimeMs)
    : [];
  const [aim, ...others] = known.filter(
    (invoice) =>
      isNear(invoice, Number(amount)) && blockTimeMs >= timesOf(invoice, clockAheadMs).fromMs,
  );
  // An account may be asked for an ending of its own again.
  const isAnybodys = others.some((other) => other.account_id !== aim?.account_id);
  return aim === undefined || isAnybodys
    ? undefined
    : { invoice: aim, isLate: blockTimeMs > timesOf(aim, clockAheadMs).untilMs };
}

/**
 * The invoice that the transaction pays: the one it was claimed for, or another of the same account. A
 * payer with two open invoices may well name the wrong one.
 */
export async function matchInvoice(
  transaction: Transaction<Schema>,
  named: Invoice,
  context: ReceiptContext,
): Promise<InvoiceMatch | undefined> {
  const own = await transaction
    .selectFrom("invoice")
    .selectAll()
    .where("account_id", "=", named.account_id)
    .where("contract", "=", named.contract)
    .where("amount", "in", numbersOf(context.receipt.transfers))
    .where("id", "!=", named.id)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  const matches = [named, ...own].flatMap((invoice) => matchOf(invoice, context));
  return matches.find(({ reviewReason }) => reviewReason === null) ?? matches[0];
}

/** The match of an invoice as a list of one; an empty list when no transfer has exactly its amount. */
function matchOf(invoice: Invoice, context: ReceiptContext): InvoiceMatch[] {
  const verdict = judgeForInvoice(invoice, context);
  if (verdict.verdict === "rejected" || isMismatch(verdict)) {
    return [];
  }
  const exact = verdict.verdict === "paid" ? verdict.transfers : [verdict.transfer];
  const transfer = exact.find(({ logIndex }) => !context.credited.has(logIndex));
  if (transfer === undefined) {
    return [];
  }
  const reviewReason = verdict.verdict === "paid" ? null : verdict.reason;
  // Paid twice: only a person can say what the second payment is for.
  return [
    { invoice, transfer, reviewReason: invoice.state === "paid" ? "invoice_paid" : reviewReason },
  ];
}

/** Whether the transfer is exactly what another account's invoice asks for, so not this payer's mistake. */
export async function fitsAnotherAccount(
  transaction: Transaction<Schema>,
  invoice: Invoice,
  transfer: Transfer,
  context: ReceiptContext,
): Promise<boolean> {
  if (!isAskable(transfer.amount)) {
    return false;
  }
  const others = await transaction
    .selectFrom("invoice")
    .selectAll()
    .where("contract", "=", invoice.contract)
    .where("address", "=", invoice.address)
    .where("amount", "in", numbersOf([transfer]))
    .where("account_id", "!=", invoice.account_id)
    .execute();
  return others.some((other) => {
    const verdict = judgeForInvoice(other, context);
    const isLate = verdict.verdict === "review" && verdict.reason === "invoice_expired";
    return verdict.verdict === "paid" || isLate;
  });
}

/**
 * The transfer whose sum fits an open invoice of the account, exactly or cut as wallets cut it. What
 * fits its payer is never refused, even if it fits others, unless the account was credited with it before.
 */
export async function fittingTransfer(
  transaction: Transaction<Schema>,
  { account_id: accountId, contract }: Invoice,
  { receipt, clockAheadMs }: ReceiptContext,
): Promise<Transfer | undefined> {
  const open = await transaction
    .selectFrom("invoice")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("contract", "=", contract)
    .where("state", "=", "open")
    .execute();
  const had = await creditedLogs(transaction, contract, receipt.hash, accountId);
  return receipt.transfers.find((transfer) =>
    open.some(
      (invoice) =>
        !had.has(transfer.logIndex) &&
        transfer.contract === bytesOf(contract) &&
        transfer.to === bytesOf(invoice.address) &&
        (transfer.amount === BigInt(invoice.amount) ||
          isCutFrom(transfer.amount, invoice.amount)) &&
        receipt.blockTimeMs >= timesOf(invoice, clockAheadMs).fromMs,
    ),
  );
}

function isMismatch(verdict: Verdict): boolean {
  return verdict.verdict === "review" && verdict.reason === "amount_mismatch";
}

/** Amounts as invoices store them. Never empty, since SQL takes no empty list; no invoice asks for 0. */
function numbersOf(transfers: readonly Transfer[]): number[] {
  const payable = transfers.filter(({ amount }) => amount <= BigInt(Number.MAX_SAFE_INTEGER));
  return [0, ...payable.map(({ amount }) => Number(amount))];
}

/** The bytes of an address from the settings, which were checked at the start. */
function bytesOf(address: string): string {
  const bytes = parseTronAddress(address);
  if (bytes === undefined) {
    throw new Error(`${address} is no TRON address.`);
  }
  return bytes;
}
