import type { Invoice } from "./invoices.ts";
import { isAskable, LATE_MS } from "./unique-amount.ts";
import { CENT } from "./usdt.ts";
import type { MicroUsdt } from "./usdt.ts";

/* What becomes of a transfer, and of the claims that name it. Pure: the store and the node are read before. */

/** An invoice that may have asked for a transfer, and whether its account exists. */
export type Candidate = Invoice & { readonly hasAccount: boolean };

/** Why a person decides about a transfer. */
export type ReviewReason = "no_invoice" | "too_old" | "invoice_expired" | "account_deleted";

/** The invoice that a transfer was sent for, and why a person has to decide nevertheless. */
export type Decision =
  | { readonly invoice: Invoice; readonly isLate: boolean; readonly reason: null }
  | { readonly invoice: Invoice | null; readonly reason: ReviewReason };

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
  const { fromMs, untilMs } = timesOf(invoice, arrived.clockAheadMs);
  if (arrived.blockTimeMs < fromMs) {
    // Nobody could know the amount before the invoice: coincidence, or our clock is ahead of the chain's.
    return { invoice, reason: "too_old" };
  }
  if (isTooLate(invoice, arrived)) {
    return { invoice, reason: "invoice_expired" };
  }
  if (!invoice.hasAccount) {
    return { invoice, reason: "account_deleted" };
  }
  return { invoice, isLate: arrived.blockTimeMs > untilMs, reason: null };
}

/** One that waits to be paid is meant before one that was paid, and that before one that has expired. */
function rank(invoice: Invoice, arrived: Arrived): number {
  const { fromMs, untilMs } = timesOf(invoice, arrived.clockAheadMs);
  if (arrived.blockTimeMs < fromMs || isTooLate(invoice, arrived)) {
    return 3;
  }
  return arrived.blockTimeMs > untilMs ? 2 : Number(invoice.state === "paid");
}

/** Whether the amount may belong to another invoice when the transfer arrives. */
function isTooLate({ closes_at: closesAtMs }: Invoice, { blockTimeMs }: Arrived): boolean {
  return blockTimeMs > closesAtMs + LATE_MS;
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
      arrived.blockTimeMs >= timesOf(invoice, arrived.clockAheadMs).fromMs &&
      !isTooLate(invoice, arrived),
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

/** When an invoice can be paid, by the chain's clock, epoch ms. */
function timesOf(
  invoice: Pick<Invoice, "created_at" | "closes_at">,
  clockAheadMs: number,
): { fromMs: number; untilMs: number } {
  const aheadMs = Math.max(-MAX_CLOCK_MS, Math.min(clockAheadMs, MAX_CLOCK_MS));
  return {
    fromMs: invoice.created_at - Math.max(0, aheadMs) - TOLERANCE_MS,
    untilMs: invoice.closes_at + Math.max(0, -aheadMs) + TOLERANCE_MS,
  };
}

/** A claim that is not decided, with the invoice that it was made for. */
export interface OpenClaim {
  readonly account_id: string;
  readonly hasAccount: boolean;
  readonly created_at: number;
  readonly invoice: Pick<Invoice, "id" | "created_at" | "closes_at">;
}

/** A transfer of the claimed transaction to one of our addresses. */
export interface ClaimedTransfer {
  readonly id: string;
  readonly amount: bigint;
  readonly state: "seen" | "paid" | "kept" | "review" | "dismissed";
  readonly reason: string | null;
  /** The invoice that it was sent for, and its account; null: none is known. */
  readonly invoiceId: string | null;
  readonly accountId: string | null;
  readonly decidedAtMs: number | null;
}

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
  const [own] = transfers
    .filter(({ accountId, state }) => accountId === claim.account_id && isTaken(state))
    .toSorted((one, other) => Number(one.state !== "paid") - Number(other.state !== "paid"));
  if (own !== undefined) {
    const reason = own.reason ?? (own.invoiceId === claim.invoice.id ? null : "own_invoice");
    return { state: "paid", reason, transfer: own };
  }
  const waiting = transferOf(claim, transfers);
  if (waiting === undefined) {
    const isUsed = transfers.every(({ decidedAtMs }) => (decidedAtMs ?? 0) < claim.created_at);
    return rejected(isUsed ? "duplicate_hash" : "other_invoice");
  }
  const isOwn = waiting.accountId === claim.account_id;
  if (!isOwn && found.blockTimeMs < timesOf(claim.invoice, found.clockAheadMs).fromMs) {
    // Anybody can find older transfers to the address on the chain. They are nobody's payment today.
    return rejected("too_old");
  }
  const isMismatch = !isOwn || waiting.reason === "no_invoice";
  const reason = isMismatch ? "amount_mismatch" : waiting.reason;
  return {
    state: "review",
    reason: claim.hasAccount ? reason : "account_deleted",
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
  const open = transfers.filter(({ state }) => !isTaken(state));
  const isAnybodys = (each: ClaimedTransfer) =>
    each.accountId === null || (each.state !== "seen" && each.reason === "too_old");
  return (
    open.find(({ accountId }) => accountId === claim.account_id) ??
    open.filter(isAnybodys).toSorted((one, other) => Number(other.amount - one.amount))[0]
  );
}

function isTaken(state: ClaimedTransfer["state"]): boolean {
  return state === "paid" || state === "kept";
}
