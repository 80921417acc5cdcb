import type { Entropy } from "../round/derive.ts";

/** A transaction's URL in the explorer, without its hash. */
export const EXPLORER_URL = "https://tronscan.org/#/transaction/";

/**
 * The data that the server passes to the plan, invoice and payment pages. Times are epoch ms, amounts are formatted
 * text.
 */

interface Span {
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

export interface TermData extends Span {
  /** Whether this term starts after the current one. */
  readonly isNext: boolean;
}

export interface PlansData {
  /** Whether anything is on sale, which requires a receiving wallet address. */
  readonly isSelling: boolean;
  /** The mode of the rounds on sale. */
  readonly entropy: Entropy;
  readonly plans: readonly {
    readonly name: string;
    readonly days: number;
    readonly price: string;
    /** Rounded to cents. */
    readonly priceOfDay: string;
    /** Whether the account's balance covers the price. */
    readonly isCovered: boolean;
  }[];
  // The following fields are empty for a visitor without an account.
  readonly isSuspended: boolean;
  readonly open: readonly InvoiceSummary[];
  /** The account's balance; null for zero. */
  readonly balance: string | null;
  /** When a renewal would start; null before the first payment. */
  readonly endsAtMs: number | null;
}

export interface InvoiceSummary {
  readonly id: string;
  readonly plan: string;
  readonly amount: string;
  readonly expiresAtMs: number;
  /** Until when a payment sent before the expiry is accepted. */
  readonly closesAtMs: number;
}

export interface ClaimData {
  readonly hash: string;
  readonly state: "waiting" | "seen" | "paid" | "review" | "rejected";
  readonly reason: string | null;
}

export interface ProgressData {
  readonly hash: string;
  /**
   * `block`: the payment is in a block that is not final yet. `waiting`: its block was undone. `kept`: the payment is
   * in the balance. `review`: an owner decides.
   */
  readonly step: "waiting" | "block" | "credited" | "kept" | "review";
  /** Whether the step will change without further action. */
  readonly isUnderWay: boolean;
  /** Changes whenever the page changes in more than the number of confirmations. */
  readonly mark: string;
  /** The amount that arrived; null if unknown. */
  readonly amount: string | null;
  /** Null if unknown. */
  readonly seenAtMs: number | null;
  /** The payment's block number; null if unknown, or if there is none. */
  readonly block: number | null;
  /** Null if unknown. */
  readonly confirmations: number | null;
  readonly needed: number;
  /** When the network last reported the payment; null if unknown. */
  readonly lookedAtMs: number | null;
  /** Why the payment is in the balance, in review, or more than the plan costs. */
  readonly reason: string | null;
  /** When the payment was credited, or another decision was made. */
  readonly endedAtMs: number | null;
  readonly runsUntilMs: number | null;
}

export interface InvoiceData extends InvoiceSummary {
  /** Null until a payment is detected. */
  readonly progress: ProgressData | null;
  /** The claimed transactions, except the one in `progress`. */
  readonly claims: readonly ClaimData[];
  readonly price: string;
  /** How far the amount is below the amount due, to identify the payment; null for zero. */
  readonly less: string | null;
  /** The term that a payment now would buy. */
  readonly term: TermData;
  readonly address: string;
  readonly state: "open" | "paid" | "closed";
  /** The part that the balance pays; null for none. */
  readonly fromBalance: string | null;
  /** Maximum deviation of a payment that is still identified automatically, in USDT. */
  readonly largestDifference: string;
  /** Null until the invoice is paid. */
  readonly receipt: ReceiptData | null;
  /** The wallet address as a QR code: an SVG path in a square of `size` units. */
  readonly qr: { readonly size: number; readonly path: string };
}

export interface BalanceMove {
  /** The part that the balance paid; null for none. */
  readonly fromBalance: string | null;
  /** The part of the payment that went to the balance; null for none. */
  readonly toBalance: string | null;
}

export interface ReceiptData extends BalanceMove, Span {
  /** The account's email address. */
  readonly customer: string;
  readonly paidAtMs: number;
  /** The amount that arrived. */
  readonly amount: string;
  /** Null if the balance paid all of it. */
  readonly hash: string | null;
  /** The seller's name and address; null if not set. */
  readonly seller: string | null;
}

export interface InvoiceEntry {
  /** Also the number on the invoice's page and receipt, and in the owner's search. */
  readonly id: string;
  readonly plan: string;
  /** The amount to send; null if the balance pays all of it. */
  readonly asked: string | null;
  /** The part that the balance pays; null for none. */
  readonly fromBalance: string | null;
  readonly atMs: number;
  /** The term that the payment bought; null until the invoice is paid. */
  readonly term: Span | null;
  readonly state: "open" | "grace" | "review" | "paid" | "closed" | "expired";
}

export interface PaymentsData {
  /** Newest first. */
  readonly invoices: readonly InvoiceEntry[];
  readonly balance: string;
  /** The balance changes, newest first. */
  readonly entries: readonly {
    readonly kind: string;
    /** With its sign. */
    readonly amount: string;
    readonly hash: string | null;
    readonly atMs: number;
  }[];
}
