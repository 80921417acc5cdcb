import type { Entropy } from "../round/derive.ts";

/** A transaction is looked up at this address with its hash at the end. */
export const EXPLORER_URL = "https://tronscan.org/#/transaction/";

/**
 * The data that the server passes to the pages of plans, invoices and payments. Times are epoch ms, amounts are
 * text for people to read.
 */

/** A plan on sale. */
export interface PlanData {
  readonly name: string;
  readonly days: number;
  readonly price: string;
  /** Rounded to cents. */
  readonly priceOfDay: string;
}

/** The plans on sale, for those who have no account. */
export interface PricesData {
  readonly isSelling: boolean;
  /** Who could know the results of the rounds that are sold. */
  readonly entropy: Entropy;
  readonly plans: readonly PlanData[];
}

/** From when until when a purchase runs. */
export interface TermData {
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  /** Whether it waits for the end of the present term. */
  readonly isNext: boolean;
}

/** A plan on sale, as an account can have it. */
export interface PlanOffer extends PlanData {
  /** When it runs if it is paid now. */
  readonly term: TermData;
  /** What paying it takes; null where the balance covers all of it. */
  readonly due: {
    /** What the balance pays of it; null: nothing. */
    readonly fromBalance: string | null;
    /** At most this is to be sent: what tells its payment from others is taken off once it is ordered. */
    readonly atMost: string;
  } | null;
  /** Whether the balance covers it. */
  readonly isCovered: boolean;
  /** The invoice that choosing it would show again; null: it would make one. */
  readonly open: InvoiceSummary | null;
}

/** The plans on sale and the open invoices. */
export interface PlansData {
  /** Whether anything is on sale: only if there is an address to pay to. */
  readonly isSelling: boolean;
  /** Who could know the results of the rounds that are sold. */
  readonly entropy: Entropy;
  readonly plans: readonly PlanOffer[];
  readonly open: readonly InvoiceSummary[];
  /** What the account has paid and not spent; null: nothing. */
  readonly balance: string | null;
  /** What there is to renew; null: nothing. */
  readonly lastPlan: LastPlan | null;
  /** When a renewal would begin; null before the first payment. */
  readonly endsAtMs: number | null;
}

/** An invoice that can still be paid. */
export interface InvoiceSummary {
  readonly id: string;
  readonly plan: string;
  readonly amount: string;
  readonly expiresAtMs: number;
  /** The latest time at which a payment that was on its way is accepted. */
  readonly closesAtMs: number;
}

/** A claimed transaction and its state. */
export interface ClaimData {
  readonly hash: string;
  readonly state: "waiting" | "seen" | "paid" | "review" | "rejected";
  readonly reason: string | null;
}

/** How far the payment of an invoice has come. */
export interface ProgressData {
  readonly hash: string;
  /**
   * `block`: a block holds it that is not final yet. `waiting`: one did, and was undone. `kept`: it is in the
   * balance. `review`: a person decides.
   */
  readonly step: "waiting" | "block" | "credited" | "kept" | "review";
  /** Whether more is to come by itself. */
  readonly isUnderWay: boolean;
  /** Changes where the page has more to draw than another number of confirmations. */
  readonly mark: string;
  /** What arrived; null: not known. */
  readonly amount: string | null;
  /** Where the transaction can be looked up. */
  readonly explorerUrl: string;
  /** Null: not known. */
  readonly seenAtMs: number | null;
  /** The number of its block; null: not known, or there is none. */
  readonly block: number | null;
  /** Out of as many as are needed; null: not known. */
  readonly confirmations: number | null;
  readonly needed: number;
  /** When the network last reported it; null: not known. */
  readonly lookedAtMs: number | null;
  /** Why it is in the balance, in review, or more than the plan costs. */
  readonly reason: string | null;
  /** When it was credited, or what else became of it was decided. */
  readonly endedAtMs: number | null;
  /** The end of the term that it bought. */
  readonly runsUntilMs: number | null;
}

/** What the page of an invoice asks for while it waits. */
export interface InvoiceStatus {
  readonly state: InvoiceData["state"];
  /** Null while no payment of it was seen. */
  readonly progress: ProgressData | null;
  /** Other transactions than that of the progress. */
  readonly claims: readonly ClaimData[];
}

/** An invoice and the transactions claimed for it. */
export interface InvoiceData extends Omit<InvoiceStatus, "state"> {
  readonly id: string;
  readonly plan: string;
  readonly days: number;
  readonly price: string;
  /** What is to be sent. */
  readonly amount: string;
  /** How much that is under what is left to pay, to tell it from other payments; null: nothing. */
  readonly less: string | null;
  /** When it runs if it is paid now. */
  readonly term: TermData;
  readonly address: string;
  readonly expiresAtMs: number;
  readonly closesAtMs: number;
  readonly state: "open" | "paid" | "closed";
  /** What the balance pays of it; null: nothing. */
  readonly fromBalance: string | null;
  /** Where it asks for the rest of another one: the sums of that. */
  readonly rest: {
    readonly arrived: string;
    readonly asked: string;
    readonly missing: string;
  } | null;
  /** By how many USDT a payment may be off, and is still known by itself. */
  readonly largestDifference: string;
  /** Null until it is paid. */
  readonly receipt: ReceiptData | null;
  /** The invoice for what is missing; null: none. */
  readonly restId: string | null;
  /** The address as a QR code: an SVG path in a square of `size` units. */
  readonly qr: { readonly size: number; readonly path: string };
}

/** What a purchase did to the balance. */
export interface BalanceMove {
  /** What the balance paid besides; null: nothing. */
  readonly fromBalance: string | null;
  /** What of the payment went to the balance; null: nothing. */
  readonly toBalance: string | null;
}

/** What was paid, as a receipt says it. */
export interface ReceiptData extends BalanceMove {
  /** The e-mail address that the account had when it paid. */
  readonly customer: string;
  readonly paidAtMs: number;
  /** What arrived. */
  readonly amount: string;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  /** Null where the balance paid all of it. */
  readonly hash: string | null;
  /** Where the transaction can be looked up. */
  readonly explorerUrl: string;
  /** Name and address of the seller; null: not set. */
  readonly seller: string | null;
}

/** An invoice in the list of all of them. */
export interface InvoiceEntry {
  /** Its number too, as its page, its receipt and the owner's search have it. */
  readonly id: string;
  readonly plan: string;
  readonly price: string;
  /** What it asks to be sent; null: nothing, since the balance pays all of it. */
  readonly asked: string | null;
  /** What the balance pays of it; null: nothing. */
  readonly fromBalance: string | null;
  readonly atMs: number;
  /** When what it bought runs; null: it bought nothing yet. */
  readonly term: { readonly startsAtMs: number; readonly endsAtMs: number } | null;
  readonly state: "open" | "grace" | "review" | "paid" | "rest" | "cancelled" | "expired";
}

/** A transaction that is not credited yet. */
export interface PendingData extends ClaimData {
  readonly invoiceId: string;
  readonly plan: string;
  /** When it was named, or found. */
  readonly atMs: number;
  /** The amount that arrived, if a person has to decide about it. */
  readonly amount: string | null;
}

/** Credited payments and pending ones, the newest first. */
export interface PaymentsData {
  readonly pending: readonly PendingData[];
  readonly invoices: readonly InvoiceEntry[];
  readonly balance: string;
  /** The changes of the balance, the newest first. */
  readonly entries: readonly {
    readonly kind: string;
    /** With its sign. */
    readonly amount: string;
    readonly hash: string | null;
    readonly atMs: number;
  }[];
  readonly payments: readonly (BalanceMove & {
    readonly creditedAtMs: number;
    /** Null: it paid none. */
    readonly invoiceId: string | null;
    readonly plan: string;
    readonly days: number;
    /** What arrived. */
    readonly amount: string;
    /** Null where the balance paid. */
    readonly hash: string | null;
    readonly startsAtMs: number;
    readonly endsAtMs: number;
  })[];
}

/** The plan that an account bought last. */
export interface LastPlan {
  /** As it was called then. */
  readonly name: string;
  /** As it is sold now; null: it is not any more. */
  readonly sold: { readonly name: string; readonly price: string } | null;
}
