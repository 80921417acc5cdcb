import type {
  InvoiceData,
  InvoiceSummary,
  LastPlan,
  PaymentsData,
  PlansData,
  PricesData,
} from "./billing-data.ts";
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
  /** The slug of a game; `lobby` for all. */
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

/** The first page after signing in. */
export interface DashboardData {
  /** Since when the account is suspended; null: it is not. */
  readonly suspendedSinceMs: number | null;
  /** Whether this service sells plans; otherwise its owner adds days to the account. */
  readonly isSelling: boolean;
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

/** A secret that an app reads, and whose first code is awaited. */
export interface TwoFactorData {
  readonly secret: string;
  /** The secret as a QR code: an SVG path in a square of `size` units. */
  readonly qr: { readonly size: number; readonly path: string };
}

/** The account's sessions, second factor and audit log. */
export interface SecurityData {
  /** Null while there is no second factor. */
  readonly recoveryCodesLeft: number | null;
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

/** A form that continues once the password was typed again. */
export interface ConfirmData {
  /** The path that it is sent to. */
  readonly action: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

/** What a mailbox is asked that an account leaves or comes to. */
export interface AddressData {
  readonly token: string;
  /** Which of them is asked. */
  readonly side: "old" | "new";
  readonly newEmail: string;
}

/** The data of each page, by the page's name. */
export interface PageData {
  "sign-in": { readonly email: string };
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
  /** Shown this once. */
  "recovery-codes": { readonly codes: readonly string[] };
  webhooks: WebhooksData;
}

/** The type of `Astro.locals.account` on a page. */
export interface PortalPage<Name extends keyof PageData = keyof PageData> {
  readonly shell: Shell;
  readonly data: PageData[Name];
}
