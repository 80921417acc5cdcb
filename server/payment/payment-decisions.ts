import { HOUR_MS } from "../../src/round/phases.ts";
import type { StoredRow } from "../store/store.ts";
import type { Invoice } from "./invoices.ts";
import { isAskable, MAX_LATE_MS } from "./unique-amount.ts";
import { CENT } from "./usdt.ts";
import type { MicroUsdt } from "./usdt.ts";

/* Decides transfers and the claims that name them. Pure: the caller reads the store and the node. */

export interface Candidate extends Invoice {
  /** The invoice's account; null if deleted. */
  readonly holder: string | null;
}

/** The invoice that a transfer pays, and the reason if an owner has to decide. */
export type Decision =
  | { readonly invoice: Invoice; readonly isLate: boolean; readonly reason: null }
  | {
      readonly invoice: Invoice | null;
      readonly reason: "no_invoice" | "too_old" | "invoice_expired" | "account_deleted";
    };

export interface IncomingTransfer {
  readonly amount: bigint;
  readonly blockTimeMs: number;
  /** How far this machine's clock is ahead of the chain's time, ms; negative when it is behind. */
  readonly clockAheadMs: number;
}

/** Tolerated difference between the clocks of the chain and the server, even when both are right. */
const TOLERANCE_MS = 2 * 60_000;
/** An invoice's time is extended by at most this, however wrong this machine's clock is. */
const MAX_CLOCK_ERROR_MS = HOUR_MS;
const MAX_FEE: MicroUsdt = 5_000_000;
const MAX_FEE_SHARE = 0.1;

/**
 * Decides which invoice a transfer to one of our addresses was sent for, from its amount and time only. The account
 * that names the transaction does not matter, since the chain is public.
 *
 * @param invoices those of the address, newest first.
 */
export function decideTransfer(
  transfer: IncomingTransfer,
  invoices: readonly Candidate[],
): Decision {
  // Invoices ask only for askable amounts, except those that an owner created for a payment.
  const candidates = isAskable(transfer.amount) ? invoices : [];
  const exact = candidates.filter(({ amount }) => BigInt(amount) === transfer.amount);
  const invoice =
    exact.toSorted((one, other) => rank(one, transfer) - rank(other, transfer))[0] ??
    nearest(candidates, transfer);
  if (invoice === undefined) {
    return { invoice: null, reason: "no_invoice" };
  }
  const time = timeFor(invoice, transfer);
  if (time === "too_old" || time === "invoice_expired") {
    return { invoice, reason: time };
  }
  return invoice.holder === null
    ? { invoice, reason: "account_deleted" }
    : { invoice, isLate: time === "late", reason: null };
}

function timeFor(
  { created_at: createdAtMs, closes_at: closesAtMs }: Invoice,
  { blockTimeMs, clockAheadMs }: IncomingTransfer,
): "in_time" | "late" | "too_old" | "invoice_expired" {
  if (blockTimeMs < earliestMs(createdAtMs, clockAheadMs)) {
    // Nobody could know the amount before the invoice: it is a coincidence, or our clock is ahead of the chain's.
    return "too_old";
  }
  if (blockTimeMs > closesAtMs + MAX_LATE_MS) {
    // The amount may already belong to another invoice.
    return "invoice_expired";
  }
  const behindMs = Math.max(0, Math.min(-clockAheadMs, MAX_CLOCK_ERROR_MS));
  return blockTimeMs > closesAtMs + behindMs + TOLERANCE_MS ? "late" : "in_time";
}

/** The earliest time that an invoice can be paid, by the chain's clock, epoch ms. */
function earliestMs(createdAtMs: number, clockAheadMs: number): number {
  return createdAtMs - Math.max(0, Math.min(clockAheadMs, MAX_CLOCK_ERROR_MS)) - TOLERANCE_MS;
}

const NO_FIT = 3;

/** Ranks invoices with the same amount: an open invoice first, then a paid one, then an expired one. */
function rank(invoice: Invoice, transfer: IncomingTransfer): number {
  const isPaid = Number(invoice.state === "paid");
  const ranks = { in_time: isPaid, late: 2, too_old: NO_FIT, invoice_expired: NO_FIT };
  return ranks[timeFor(invoice, transfer)];
}

/**
 * The newest invoice whose amount is near the transfer's and has the same digits below a cent, because exchanges
 * deduct their fees in whole cents. Undefined if several accounts have such an invoice.
 */
function nearest(
  invoices: readonly Candidate[],
  transfer: IncomingTransfer,
): Candidate | undefined {
  const near = invoices.filter(
    (invoice) =>
      transfer.amount % BigInt(CENT) === BigInt(invoice.amount % CENT) &&
      isNear(invoice, Number(transfer.amount)) &&
      rank(invoice, transfer) < NO_FIT,
  );
  const accounts = new Set(near.map(({ account_id: id }) => id));
  return accounts.size === 1 ? near[0] : undefined;
}

/**
 * The largest difference between an invoice's amount and a payment for it, such as a deducted or added fee. A
 * larger difference means another payer's transfer that happens to have the same digits.
 */
export function largestDifference({ amount }: Pick<Invoice, "amount">): MicroUsdt {
  return Math.max(MAX_FEE, Math.floor(amount * MAX_FEE_SHARE));
}

/** Whether an amount may have been sent for an invoice. */
function isNear(invoice: Pick<Invoice, "amount">, amount: number): boolean {
  return Math.abs(amount - invoice.amount) <= largestDifference(invoice);
}

export type OpenClaim = Pick<StoredRow<"claim">, "account_id" | "invoice_id" | "created_at"> & {
  /** The claim's account; null if deleted. */
  readonly holder: string | null;
  /** When the claim's invoice was created, epoch ms. */
  readonly invoiceAtMs: number;
};

/** A transfer of the claimed transaction to one of our addresses. */
export type ClaimedTransfer = Pick<
  StoredRow<"transfer">,
  "id" | "amount" | "state" | "reason" | "invoice_id" | "decided_at"
> & {
  /** The account whose invoice the transfer pays; null if unknown. */
  readonly account_id: string | null;
};

export interface ClaimedTransaction {
  readonly hasFailed: boolean;
  /** Whether the transaction moved the accepted token at all. */
  readonly movesToken: boolean;
  readonly blockTimeMs: number;
  readonly clockAheadMs: number;
  readonly transfers: readonly ClaimedTransfer[];
}

export interface ClaimDecision {
  readonly state: "paid" | "review" | "rejected";
  readonly reason: string | null;
  readonly transfer: ClaimedTransfer | null;
}

/**
 * Decides a claim once its transaction is final and each of its transfers is decided. A claim only identifies the
 * payer of a transfer that fits no invoice.
 */
export function decideClaim(claim: OpenClaim, found: ClaimedTransaction): ClaimDecision {
  const { transfers } = found;
  const rejected = (reason: string) => ({ state: "rejected", reason, transfer: null }) as const;
  if (found.hasFailed) {
    return rejected("tx_failed");
  }
  if (transfers.length === 0) {
    return rejected(found.movesToken ? "other_recipient" : "no_usdt_transfer");
  }
  const usable = transfers.filter(
    (transfer) => transfer.account_id === claim.account_id && isCredited(transfer),
  );
  const transfer = usable.find(({ state }) => state === "paid") ?? usable[0];
  if (transfer !== undefined) {
    const reason =
      transfer.reason ?? (transfer.invoice_id === claim.invoice_id ? null : "own_invoice");
    return { state: "paid", reason, transfer };
  }
  const waiting = transferOf(claim, transfers);
  if (waiting === undefined) {
    const isUsed = transfers.every((transfer) => (transfer.decided_at ?? 0) < claim.created_at);
    return rejected(isUsed ? "duplicate_hash" : "other_invoice");
  }
  const isOwn = waiting.account_id === claim.account_id;
  if (!isOwn && found.blockTimeMs < earliestMs(claim.invoiceAtMs, found.clockAheadMs)) {
    // Anybody can find older transfers to the address on the chain, so such a claim proves nothing.
    return rejected("too_old");
  }
  const isMismatch = !isOwn || waiting.reason === "no_invoice";
  const reason = isMismatch ? "amount_mismatch" : waiting.reason;
  return {
    state: "review",
    reason: claim.holder === null ? "account_deleted" : reason,
    transfer: waiting,
  };
}

/**
 * The transfer that a claim is about, if nothing was bought with it: the account's own, otherwise the largest that
 * fits no invoice. Undefined if all of them belong to other accounts.
 */
export function transferOf(
  claim: Pick<OpenClaim, "account_id">,
  transfers: readonly ClaimedTransfer[],
): ClaimedTransfer | undefined {
  const open = transfers.filter((transfer) => !isCredited(transfer));
  const claimable = open.filter(
    ({ account_id: id, state, reason }) =>
      id === null || (state !== "seen" && reason === "too_old"),
  );
  return (
    open.find(({ account_id: id }) => id === claim.account_id) ??
    claimable.toSorted((one, other) => Number(BigInt(other.amount) - BigInt(one.amount)))[0]
  );
}

function isCredited({ state }: ClaimedTransfer): boolean {
  return state === "paid" || state === "kept";
}
