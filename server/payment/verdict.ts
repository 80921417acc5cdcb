import type { AddressHex } from "./tron/address.ts";
import type { Receipt, Transfer } from "./tron/receipt.ts";
import type { MicroUsdt } from "./usdt.ts";

/** What a payment is held against. */
export interface Due {
  /** The contract of the token that is taken. */
  readonly contract: AddressHex;
  readonly address: AddressHex;
  /** Exactly this, no less and no more. */
  readonly amount: MicroUsdt;
  /** From when on a payment may be for this, epoch ms. */
  readonly fromMs: number;
  /** Until when it is taken without a person, epoch ms. */
  readonly untilMs: number;
}

/** Why a transaction pays nothing, and never will. */
export type Rejection = "tx_failed" | "no_usdt_transfer" | "other_recipient" | "too_old";

/** Why a person has to look at a payment that did arrive. */
export type Doubt = "amount_mismatch" | "too_old" | "invoice_expired";

/** What a receipt is worth. */
export type Verdict =
  | { readonly verdict: "paid"; readonly transfers: readonly Transfer[] }
  | { readonly verdict: "review"; readonly reason: Doubt; readonly transfer: Transfer }
  | { readonly verdict: "rejected"; readonly reason: Rejection };

/**
 * Holds a receipt against what is due, by the logs alone: what was called, and with which data, says
 * nothing about what moved. A receipt of a solid block only; others may still be undone.
 *
 * Of several transfers that fit, `paid` names all, in their order: each can pay once.
 */
export function judge(receipt: Receipt, due: Due): Verdict {
  if (receipt.outcome === "failed") {
    return { verdict: "rejected", reason: "tx_failed" };
  }
  const ofToken = receipt.transfers.filter(({ contract }) => contract === due.contract);
  if (ofToken.length === 0) {
    return { verdict: "rejected", reason: "no_usdt_transfer" };
  }
  const received = ofToken.filter(({ to, amount }) => to === due.address && amount > 0n);
  const [first] = received;
  if (first === undefined) {
    return { verdict: "rejected", reason: "other_recipient" };
  }
  const exact = received.filter(({ amount }) => amount === BigInt(due.amount));
  const [fitting] = exact;
  const isOld = receipt.blockTimeMs < due.fromMs;
  if (fitting === undefined) {
    // Everybody can read what the address received before: that is nobody's payment of today.
    return isOld
      ? { verdict: "rejected", reason: "too_old" }
      : { verdict: "review", reason: "amount_mismatch", transfer: largest(received, first) };
  }
  if (isOld) {
    // Nobody knew the amount before: chance, or a clock that is ahead of the chain's.
    return { verdict: "review", reason: "too_old", transfer: fitting };
  }
  return receipt.blockTimeMs > due.untilMs
    ? { verdict: "review", reason: "invoice_expired", transfer: fitting }
    : { verdict: "paid", transfers: exact };
}

function largest(transfers: readonly Transfer[], first: Transfer): Transfer {
  return transfers.reduce((best, each) => (each.amount > best.amount ? each : best), first);
}
