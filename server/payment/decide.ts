import type { Selectable } from "kysely";
import type { Schema } from "../store/tables.ts";
import type { Invoice } from "./invoices.ts";
import { isAskable, LATE_MS } from "./unique-amount.ts";
import { CENT } from "./usdt.ts";
import type { MicroUsdt } from "./usdt.ts";

/* What becomes of a transfer, and of the claims that name it. Pure: the store and the node are read before. */

/** An invoice that may have asked for a transfer. */
export interface Candidate extends Invoice {
  /** Its account; null where that was deleted. */
  readonly holder: string | null;
}

/** The invoice that a transfer was sent for, and why a person has to decide nevertheless. */
export type Decision =
  | { readonly invoice: Invoice; readonly isLate: boolean; readonly reason: null }
  | {
      readonly invoice: Invoice | null;
      readonly reason: "no_invoice" | "too_old" | "invoice_expired" | "account_deleted";
    };

/** What arrived. */
export interface Arrived {
  readonly amount: bigint;
  readonly blockTimeMs: number;
  /** How far this machine's clock is ahead of the chain's time, ms; negative when it is behind. */
  readonly clockAheadMs: number;
}

/** The clocks of chain and server differ by seconds even when both are right. */
const TOLERANCE_MS = 2 * 60_000;
/** No invoice's time is stretched by more, however wrong this machine's clock is. */
const MAX_CLOCK_MS = 3_600_000;
const FEE_AT_MOST: MicroUsdt = 5_000_000;
const SHARE_AT_MOST = 0.1;

/**
 * Decides what a transfer to one of our addresses was sent for, by its amount and time alone: who names the
 * transaction does not matter, since the chain is public.
 *
 * @param invoices those of the address, the newest first.
 */
export function decide(arrived: Arrived, invoices: readonly Candidate[]): Decision {
  // No invoice asks for other amounts. A person may have made one out of a payment.
  const asked = isAskable(arrived.amount) ? invoices : [];
  const exact = asked.filter(({ amount }) => BigInt(amount) === arrived.amount);
  const invoice =
    exact.toSorted((one, other) => rank(one, arrived) - rank(other, arrived))[0] ??
    nearest(asked, arrived);
  if (invoice === undefined) {
    return { invoice: null, reason: "no_invoice" };
  }
  const time = timeFor(invoice, arrived);
  if (time === "too_old" || time === "invoice_expired") {
    return { invoice, reason: time };
  }
  return invoice.holder === null
    ? { invoice, reason: "account_deleted" }
    : { invoice, isLate: time === "late", reason: null };
}

/** How a transfer's time fits an invoice. */
function timeFor(
  { created_at: createdAtMs, closes_at: closesAtMs }: Invoice,
  { blockTimeMs, clockAheadMs }: Arrived,
): "in_time" | "late" | "too_old" | "invoice_expired" {
  if (blockTimeMs < earliestMs(createdAtMs, clockAheadMs)) {
    // Nobody could know the amount before the invoice: coincidence, or our clock is ahead of the chain's.
    return "too_old";
  }
  if (blockTimeMs > closesAtMs + LATE_MS) {
    // By then the amount may belong to another invoice.
    return "invoice_expired";
  }
  const behindMs = Math.max(0, Math.min(-clockAheadMs, MAX_CLOCK_MS));
  return blockTimeMs > closesAtMs + behindMs + TOLERANCE_MS ? "late" : "in_time";
}

/** From when on an invoice can be paid, by the chain's clock, epoch ms. */
function earliestMs(createdAtMs: number, clockAheadMs: number): number {
  return createdAtMs - Math.max(0, Math.min(clockAheadMs, MAX_CLOCK_MS)) - TOLERANCE_MS;
}

/** Of a time that fits no invoice. */
const UNFIT = 3;

/** One that waits to be paid is meant before one that was paid, and that before one that has expired. */
function rank(invoice: Invoice, arrived: Arrived): number {
  const isPaid = Number(invoice.state === "paid");
  const ranks = { in_time: isPaid, late: 2, too_old: UNFIT, invoice_expired: UNFIT };
  return ranks[timeFor(invoice, arrived)];
}

/**
 * The newest invoice of the only account that has one whose amount ends like the transfer's below a cent, and
 * is near it: an exchange takes its fee in whole cents.
 */
function nearest(invoices: readonly Candidate[], arrived: Arrived): Candidate | undefined {
  const near = invoices.filter(
    (invoice) =>
      arrived.amount % BigInt(CENT) === BigInt(invoice.amount % CENT) &&
      isNear(invoice, Number(arrived.amount)) &&
      rank(invoice, arrived) < UNFIT,
  );
  const accounts = new Set(near.map(({ account_id: id }) => id));
  return accounts.size === 1 ? near[0] : undefined;
}

/**
 * How far from an invoice's amount a payment for it may be: a fee was taken off, or added in vain. What is
 * farther off is another payer's transfer that happens to end alike.
 */
export function farthestOff({ amount }: Pick<Invoice, "amount">): MicroUsdt {
  return Math.max(FEE_AT_MOST, Math.floor(amount * SHARE_AT_MOST));
}

/** Whether an amount is so near that of an invoice that it may have been sent for it. */
export function isNear(invoice: Pick<Invoice, "amount">, amount: number): boolean {
  return Math.abs(amount - invoice.amount) <= farthestOff(invoice);
}

/** A claim that is not decided. */
export type OpenClaim = Pick<
  Selectable<Schema["claim"]>,
  "account_id" | "invoice_id" | "created_at"
> & {
  /** Its account; null where that was deleted. */
  readonly holder: string | null;
  /** When the invoice was made that it is for, epoch ms. */
  readonly invoiceAtMs: number;
};

/** A transfer of the claimed transaction to one of our addresses. */
export type ClaimedTransfer = Pick<
  Selectable<Schema["transfer"]>,
  "id" | "amount" | "state" | "reason" | "invoice_id" | "decided_at"
> & {
  /** The account whose invoice it was sent for; null: none is known. */
  readonly account_id: string | null;
};

/** What a final transaction is. */
export interface ClaimedTransaction {
  readonly hasFailed: boolean;
  /** Whether it moved the accepted token at all. */
  readonly movesToken: boolean;
  readonly blockTimeMs: number;
  readonly clockAheadMs: number;
  readonly transfers: readonly ClaimedTransfer[];
}

/** What becomes of a claim. */
export interface ClaimDecision {
  readonly state: "paid" | "review" | "rejected";
  readonly reason: string | null;
  readonly transfer: ClaimedTransfer | null;
}

/**
 * Decides a claim once its transaction is final and each of its transfers is decided. It only says whose a
 * transfer is that fits no invoice.
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
  const own = transfers.filter((each) => each.account_id === claim.account_id && isTaken(each));
  const taken = own.find(({ state }) => state === "paid") ?? own[0];
  if (taken !== undefined) {
    const reason = taken.reason ?? (taken.invoice_id === claim.invoice_id ? null : "own_invoice");
    return { state: "paid", reason, transfer: taken };
  }
  const waiting = transferOf(claim, transfers);
  if (waiting === undefined) {
    const isUsed = transfers.every((each) => (each.decided_at ?? 0) < claim.created_at);
    return rejected(isUsed ? "duplicate_hash" : "other_invoice");
  }
  const isOwn = waiting.account_id === claim.account_id;
  if (!isOwn && found.blockTimeMs < earliestMs(claim.invoiceAtMs, found.clockAheadMs)) {
    // Anybody can find older transfers to the address on the chain. They are nobody's payment today.
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
 * The transfer that a claim is about while nothing was bought with it: the account's own, or else the largest
 * that fits no invoice. Undefined: all of them are other accounts'.
 */
export function transferOf(
  claim: Pick<OpenClaim, "account_id">,
  transfers: readonly ClaimedTransfer[],
): ClaimedTransfer | undefined {
  const open = transfers.filter((each) => !isTaken(each));
  const anybodys = open.filter(
    ({ account_id: id, state, reason }) =>
      id === null || (state !== "seen" && reason === "too_old"),
  );
  return (
    open.find(({ account_id: id }) => id === claim.account_id) ??
    anybodys.toSorted((one, other) => Number(BigInt(other.amount) - BigInt(one.amount)))[0]
  );
}

function isTaken({ state }: ClaimedTransfer): boolean {
  return state === "paid" || state === "kept";
}
