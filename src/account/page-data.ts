import type { NoticeCode } from "./notices.ts";

/**
 * What the server hands to the pages under /account/, field by field. Times are epoch ms, sums are
 * text as people read them. Nothing here is secret from whoever is signed in, save `keyText`.
 */

/** A word on top of the page that follows a form. */
export interface Notice {
  readonly code: NoticeCode;
  /** What was typed, where the notice speaks of it. */
  readonly text?: string;
}

/** What every page has. */
export interface Shell {
  readonly lang: "en" | "ko";
  /** Who is signed in. */
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
  /** The whole key, for once; null: masked. */
  readonly keyText: string | null;
  readonly retiresAtMs: number | null;
  readonly lastUsedAtMs: number | null;
}

/** The options of the embed snippet, and what they make. */
export interface EmbedData {
  readonly game: string;
  readonly lang: string;
  readonly theme: string;
  /** A hex colour without #, or nothing. */
  readonly accent: string;
  readonly sound: boolean;
  /** The options as the dashboard's address has them. */
  readonly query: string;
  readonly snippet: string;
  /** Whether the snippet works as it is: it has the whole key. */
  readonly isWhole: boolean;
  /** The address of the live preview. */
  readonly preview: string;
}

/** The first page after signing in. */
export interface DashboardData {
  /** Null before the first payment. */
  readonly subscription: { readonly endsAtMs: number; readonly keys: readonly KeyData[] } | null;
  readonly trial: KeyData | null;
  readonly origins: readonly string[];
  /** A list of sites that was not saved, as it was typed. */
  readonly typedOrigins?: string;
  /** What was asked of the list of sites, and its answer. */
  readonly site: { readonly page: string; readonly allowed: boolean | null } | null;
  readonly embed: EmbedData;
  readonly usage: UsageReport;
}

/** What the keys of an account were used for. */
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
  /** The sites that asked most, at most ten. */
  readonly sites: readonly { readonly site: string; readonly count: number }[];
}

/** What can be bought, and what waits to be paid. */
export interface PlansData {
  /** Whether anything can be sold: there is an address to pay to. */
  readonly isSelling: boolean;
  readonly plans: readonly {
    readonly name: string;
    readonly days: number;
    readonly price: string;
    /** Rounded to cents. */
    readonly priceOfDay: string;
  }[];
  readonly open: readonly InvoiceSummary[];
  /** Where a renewal would begin; null before the first payment. */
  readonly endsAtMs: number | null;
}

interface InvoiceSummary {
  readonly id: string;
  readonly plan: string;
  readonly amount: string;
  readonly expiresAtMs: number;
  /** Until when a payment is taken that was on its way. */
  readonly closesAtMs: number;
}

/** How far a transaction is. */
export interface ClaimData {
  readonly hash: string;
  readonly state: "waiting" | "seen" | "paid" | "review" | "rejected";
  readonly reason: string | null;
}

/** What is to be paid, and what was named as its payment. */
export interface InvoiceData {
  readonly id: string;
  readonly plan: string;
  readonly days: number;
  readonly amount: string;
  readonly address: string;
  readonly expiresAtMs: number;
  readonly closesAtMs: number;
  readonly state: "open" | "paid" | "closed";
  readonly claims: readonly ClaimData[];
  /** The address as a QR code: a drawing of squares. */
  readonly qr: { readonly size: number; readonly path: string };
}

/** A transaction that was named and not credited yet. */
export interface PendingData extends ClaimData {
  readonly invoiceId: string;
  readonly plan: string;
  readonly namedAtMs: number;
  /** What arrived, where a person looks at it. */
  readonly amount: string | null;
}

/** All that was credited and all that may be still, the newest first. */
export interface PaymentsData {
  readonly pending: readonly PendingData[];
  readonly payments: readonly {
    readonly creditedAtMs: number;
    readonly plan: string;
    readonly days: number;
    readonly amount: string;
    readonly hash: string;
    readonly startsAtMs: number;
    readonly endsAtMs: number;
  }[];
}

/** Where the account is signed in, and what happened to it. */
export interface SecurityData {
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

/** The pages by the name of their address, and what each is given. */
export interface PageData {
  "sign-in": { readonly email: string };
  register: { readonly email: string };
  forgot: object;
  reset: { readonly token: string };
  dashboard: DashboardData;
  plans: PlansData;
  invoice: InvoiceData;
  payments: PaymentsData;
  security: SecurityData;
}

/** What a page finds as `Astro.locals.account`. */
export interface PortalPage<Name extends keyof PageData = keyof PageData> {
  readonly shell: Shell;
  readonly data: PageData[Name];
}
