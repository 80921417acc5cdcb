import type { AddressHex } from "./tron/address.ts";
import type { Receipt, Transfer } from "./tron/receipt.ts";
import type { MicroUsdt } from "./usdt.ts";

/** The payment that an invoice expects. */
export interface ExpectedPayment {
  /** The contract of the accepted token. */
  readonly contract: AddressHex;
  readonly address: AddressHex;
  /** Exactly this amount, no less and no more. */
  readonly amount: MicroUsdt;
  /** The earliest time of such a payment, epoch ms. */
  readonly fromMs: number;
  /** The latest time at which it is accepted without a person, epoch ms. */
  readonly untilMs: number;
}

/** Why a transaction pays nothing and never will. */
export type Rejection = "tx_failed" | "no_usdt_transfer" | "other_recipient" | "too_old";

/** Why a person has to decide about a payment that did arrive. */
export type ReviewReason = "amount_mismatch" | "too_old" | "invoice_expired";

/** What a receipt means for an expected payment. */
export type Verdict =
  | { readonly verdict: "paid"; readonly transfers: readonly Transfer[] }
  | { readonly verdict: "review"; readonly reason: ReviewReason; readonly transfer: Transfer }
  | { readonly verdict: "rejected"; readonly reason: Rejection };

/**
 * Judges a receipt by its logs alone: which function was called, and with what data, says nothing about
 * what moved. The receipt must be of a solid block; others may still be undone.
 *
 * If several transfers match, `paid` lists all in their order: each can pay once.
 */
export function judge(receipt: Receipt, expected: ExpectedPayment): Verdict {
  if (receipt.outcome === "failed") {
    return { verdict: "rejected", reason: "tx_failed" };
  }
  const ofToken = receipt.transfers.filter(({ contract }) => contract === expected.contract);
  if (ofToken.length === 0) {
    return { verdict: "rejected", reason: "no_usdt_transfer" };
  }
  const received = ofToken.filter(({ to, amount }) => to === expected.address && amount > 0n);
  const [first] = received;
  if (first === undefined) {
    return { verdict: "rejected", reason: "other_recipient" };
  }
  const exact = received.filter(({ amount }) => amount === BigInt(expected.amount));
  const [exactTransfer] = exact;
  const isOld = receipt.blockTimeMs < expected.fromMs;
  if (exactTransfer === undefined) {
    // Anybody can find older transfers to the address on the chain. They are nobody's payment today.
    return isOld
      ? { verdict: "rejected", reason: "too_old" }
      : { verdict: "review", reason: "amount_mismatch", transfer: largest(received, first) };
  }
  if (isOld) {
    // Nobody could know the amount before the invoice: coincidence, or our clock is ahead of the chain's.
    return { verdict: "review", reason: "too_old", transfer: exactTransfer };
  }
  return receipt.blockTimeMs > expected.untilMs
    ? { verdict: "review", reason: "invoice_expired", transfer: exactTransfer }
    : { verdict: "paid", transfers: exact };
}

function largest(transfers: readonly Transfer[], first: Transfer): Transfer {
  return transfers.reduce((best, each) => (each.amount > best.amount ? each : best), first);
}
