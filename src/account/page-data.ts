import type { Entropy } from "../round/derive.ts";
import type { NoticeCode } from "./notices.ts";

/**
 * The data that the server passes to the pages under /account/. Times are epoch ms, amounts are text for
 * people to read. The account's owner may see all of it at any time, except `keyText`, which is shown
 * once on request.
 */

/** A notice on top of the page that follows a form. */
export interface Notice {
  readonly code: NoticeCode;
  /** What was typed, if the notice quotes it. */
  readonly text?: string;
}

/** What every page gets. */
export interface Shell {
  readonly lang: "en" | "ko";
  /** The e-mail address of the account that is signed in; null: none. */
  readonly email: string | null;
  readonly notice: Notice | null;
  readonly nowMs: number;
  /** An IANA name. */
  readonly timeZone: string;
}

/** One key, as its owner sees it. */
export interface KeyData {
  readonly id: string;
  readonly hint: string;
  /** The whole key, shown this once; null: masked. */
  readonly keyText: string | null;
  /** Whether any site may use it, since none are named. */
  readonly isOpen: boolean;
  readonly retiresAtMs: number | null;
  readonly lastUsedAtMs: number | null;
}

/** The options of the embed snippet, with the snippet and preview for them. */
export interface EmbedData {
  readonly game: string;
  readonly lang: string;
  readonly theme: string;
  /** A hex colour without #; empty: none. */
  readonly accent: string;
  readonly sound: boolean;
  /** The options as a query of the dashboard. */
  readonly query: string;
  readonly snippet: string;
  /** The address of the service, for the script of the element. */
  readonly baseUrl: string;
  /** The attributes of the element for these options. */
  readonly attributes: string;
  /** Whether the snippet holds the whole key and so works as it is. */
  readonly isWhole: boolean;
  /** The address of the live preview. */
  readonly preview: string;
}

/** The plan that an account bought last. */
export interface LastPlan {
  /** As it was called then. */
  readonly name: string;
  /** As it is sold now; null: it is not any more. */
  readonly sold: { readonly name: string; readonly price: string } | null;
}

/** The first page after signing in. */
export interface DashboardData {
  /** Since when the account is suspended; null: it is not. */
  readonly suspendedSinceMs: number | null;
  /** What can still be paid. */
  readonly open: readonly InvoiceSummary[];
  /** Null before the first payment. */
  readonly subscription: { readonly endsAtMs: number; readonly keys: readonly KeyData[] } | null;
  /** What there is to renew; null: nothing. */
  readonly lastPlan: LastPlan | null;
  readonly trial: KeyData | null;
  readonly origins: readonly string[];
  /** The typed list of sites, if it was not saved. */
  readonly typedOrigins?: string;
  /** The page that was tested against the list of sites; `allowed` is null if it is not a page. */
  readonly site: { readonly page: string; readonly allowed: boolean | null } | null;
  readonly embed: EmbedData;
  readonly usage: UsageReport;
}

/** The usage of an account's keys in the last 30 UTC days. */
export interface UsageReport {
  /** Loads a day, the oldest first; the last is today, in UTC. */
  readonly days: readonly {
    readonly day: number;
    readonly loads: number;
    readonly refused: number;
  }[];
  readonly loads: number;
  /** Why pages were refused, the most frequent first. */
  readonly refusals: readonly { readonly reason: string; readonly count: number }[];
  /** The ten sites of the lists with the most requests; the last, null: all other sites together. */
  readonly sites: readonly {
    readonly site: string | null;
    readonly count: number;
    /** For each of `days`. */
    readonly counts: readonly number[];
  }[];
}

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
  /** When the network last said something about it; null: not known. */
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
  /** What becomes of a payment that is not exactly what is asked, as the service is set. */
  readonly rules: {
    readonly overpaid: "balance" | "days";
    readonly late: "credit" | "review";
    /** By how many USDT it may be off, and is still known by itself. */
    readonly farthestOff: string;
  };
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
  /** The e-mail address that the account had when it paid; null where nobody knows it any more. */
  readonly customer: string | null;
  readonly paidAtMs: number;
  /** What arrived. */
  readonly amount: string;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  /** Null where the balance paid all of it. */
  readonly hash: string | null;
  /** Where the transaction can be looked up. */
  readonly explorerUrl: string;
  /** Name and address of the seller; null: not said. */
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

/** A secret that an app reads, and whose first code is awaited. */
export interface TwoFactorData {
  readonly secret: string;
  /** The secret as a QR code: an SVG path in a square of `size` units. */
  readonly qr: { readonly size: number; readonly path: string };
}

/** A passkey, as its owner sees it. */
export interface PasskeyData {
  readonly id: string;
  readonly name: string;
  readonly createdAtMs: number;
  /** Null: not yet. */
  readonly usedAtMs: number | null;
}

/** The account's sessions, second factor and audit log. */
export interface SecurityData {
  /** Null while there is no second factor. */
  readonly recoveryCodesLeft: number | null;
  /** The change of address that waits for the mailboxes; null: none. */
  readonly address: {
    readonly newEmail: string;
    readonly hasAgreed: { readonly old: boolean; readonly new: boolean };
    readonly endsAtMs: number;
  } | null;
  /** Null where there can be none. */
  readonly passkeys: readonly PasskeyData[] | null;
  readonly sessions: readonly {
    readonly id: string;
    readonly address: string;
    readonly userAgent: string;
    readonly createdAtMs: number;
    readonly isThis: boolean;
  }[];
  readonly audit: readonly {
    readonly action: string;
    readonly atMs: number;
    readonly detail: Readonly<Record<string, string>>;
  }[];
}

/** The endpoints of the account's webhooks, and what one may be added with. */
export interface WebhooksData {
  /** Whether there is a key that they can belong to. */
  readonly hasKey: boolean;
  /** Types of events to choose from. */
  readonly events: readonly string[];
  readonly endpoints: readonly EndpointData[];
  /** What was typed and chosen, if it was not added. */
  readonly typed: {
    readonly url: string;
    readonly games: readonly string[];
    readonly events: readonly string[];
  } | null;
}

/** One endpoint, as its owner sees it. */
export interface EndpointData {
  readonly id: string;
  readonly url: string;
  readonly games: readonly string[];
  readonly events: readonly string[];
  readonly state: "on" | "failing" | "off" | "resting";
  /** Since when it fails or is off; null otherwise. */
  readonly sinceMs: number | null;
  /** Why it is off; null while it is on. */
  readonly offReason: "failed" | "gone" | null;
  /** The secret, shown this once; null: hidden. */
  readonly secret: string | null;
  /** Until when the secret before this one signs as well; null: it does not. */
  readonly oldSecretUntilMs: number | null;
  /** The latest calls, the newest first. */
  readonly calls: readonly CallData[];
}

/** One call of an endpoint. */
export interface CallData {
  readonly message: string;
  readonly type: string;
  readonly atMs: number;
  /** The status of the answer; null if none came, with the reason. */
  readonly status: number | null;
  readonly fault: string | null;
  readonly durationMs: number;
  /** Whether it may be sent again. */
  readonly isRepeatable: boolean;
}

/** A form that goes on once the password was typed again, or a passkey has signed for it. */
export interface ConfirmData {
  /** The path that it is sent to. */
  readonly action: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** Whether the account has a passkey that confirms it as well. */
  readonly hasPasskey: boolean;
}

/** What a mailbox is asked that an account leaves or comes to. */
export interface AddressData {
  readonly token: string;
  /** Which of them is asked. */
  readonly side: "old" | "new";
  readonly newEmail: string;
  readonly hasAgreed: boolean;
}

/** The data of each page, by the page's name. */
export interface PageData {
  "sign-in": { readonly email: string; readonly hasPasskeys: boolean };
  "sign-in-code": object;
  /** `plan`: the name of the one that was chosen on the page of prices; null: none. */
  register: { readonly email: string; readonly plan: string | null };
  forgot: object;
  reset: { readonly token: string };
  confirm: ConfirmData;
  dashboard: DashboardData;
  prices: PricesData;
  plans: PlansData;
  invoice: InvoiceData;
  payments: PaymentsData;
  security: SecurityData;
  "two-factor": TwoFactorData;
  address: AddressData;
  /** With a name to begin with. */
  passkey: { readonly name: string };
  /** Shown this once. */
  "recovery-codes": { readonly codes: readonly string[] };
  webhooks: WebhooksData;
}

/** The type of `Astro.locals.account` on a page. */
export interface PortalPage<Name extends keyof PageData = keyof PageData> {
  readonly shell: Shell;
  readonly data: PageData[Name];
}
