import type { AccountLang } from "../i18n/account.ts";
import type { InvoiceData, InvoiceSummary, PaymentsData, PlansData } from "./billing-data.ts";
import type { NoticeCode } from "./notices.ts";

/**
 * The data that the server passes to the pages under /account/. Times are epoch ms, amounts are formatted text. The
 * account holder may see all of it at any time, except secrets, which appear only once.
 */

export interface Notice {
  readonly code: NoticeCode;
  /** The typed text, if the notice begins with it. */
  readonly text?: string;
}

export interface Shell {
  readonly lang: AccountLang;
  /** The email address of the signed-in account; null for none. */
  readonly email: string | null;
  readonly notice: Notice | null;
  readonly nowMs: number;
  /** An IANA name. */
  readonly timeZone: string;
  /** The service's email address for customers; empty for none. */
  readonly contact: string;
  /** Whether the service sends emails. */
  readonly isMailed: boolean;
}

export interface KeyData {
  readonly id: string;
  readonly hint: string;
  /** The whole key, which appears only once; null if masked. */
  readonly keyText: string | null;
  readonly retiresAtMs: number | null;
  readonly lastUsedAtMs: number | null;
}

export interface DashboardData {
  /** When the account was suspended; null if it is not. */
  readonly suspendedSinceMs: number | null;
  /** Whether this service sells plans; otherwise its owner adds days to accounts. */
  readonly isSelling: boolean;
  readonly open: readonly InvoiceSummary[];
  /** Null before the first payment. */
  readonly subscription: { readonly endsAtMs: number; readonly keys: readonly KeyData[] } | null;
  readonly origins: readonly string[];
  /** The typed list of sites, if it was not saved. */
  readonly typedOrigins?: string;
  /** The URL of this service and the key in the embed tags. */
  readonly embed: {
    readonly baseUrl: string;
    readonly keyText: string;
    readonly keyKind: "test" | "masked" | "whole";
  };
  readonly usage: UsageReport;
}

/** The usage of an account's keys in the last 30 UTC days. */
export interface UsageReport {
  /** Page loads per day, oldest first; the last is today, in UTC. */
  readonly days: readonly {
    readonly day: number;
    readonly loads: number;
    readonly refused: number;
  }[];
  readonly loads: number;
  /** The reasons for refused page loads, most frequent first. */
  readonly refusals: readonly { readonly reason: string; readonly count: number }[];
}

export interface TwoFactorData {
  readonly secret: string;
  /** The secret as a QR code: an SVG path in a square of `size` units. */
  readonly qr: { readonly size: number; readonly path: string };
}

export interface SecurityData {
  /** Null if there is no second factor. */
  readonly recoveryCodesLeft: number | null;
  readonly sessions: readonly {
    readonly id: string;
    readonly address: string;
    readonly userAgent: string;
    readonly createdAtMs: number;
    readonly isThis: boolean;
  }[];
}

export interface WebhooksData {
  readonly hasKey: boolean;
  readonly events: readonly string[];
  readonly endpoints: readonly EndpointData[];
  /** The typed and chosen values of an endpoint that was not added. */
  readonly typed: {
    readonly url: string;
    readonly games: readonly string[];
    readonly events: readonly string[];
  } | null;
}

export interface EndpointData {
  readonly id: string;
  readonly url: string;
  readonly games: readonly string[];
  readonly events: readonly string[];
  readonly state: "on" | "failing" | "off" | "resting";
  /** When the endpoint started to fail or was turned off; null otherwise. */
  readonly sinceMs: number | null;
  /** Why the endpoint is off; null while it is on. */
  readonly offReason: "failed" | "gone" | null;
  /** The secret, which appears only once; null if hidden. */
  readonly secret: string | null;
  /** When the previous secret stops signing calls; null if it has stopped. */
  readonly oldSecretUntilMs: number | null;
  /** The latest calls, newest first. */
  readonly calls: readonly CallData[];
}

export interface CallData {
  readonly messageId: string;
  readonly type: string;
  readonly atMs: number;
  /** The HTTP status of the response; null if there was none. */
  readonly status: number | null;
  readonly fault: string | null;
  readonly durationMs: number;
  readonly isRepeatable: boolean;
}

/** A form that is sent once the password is entered again. */
export interface ConfirmData {
  readonly action: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

/** The question to the old or the new mailbox when an account changes its address. */
export interface AddressData {
  readonly token: string;
  /** The mailbox that got the link. */
  readonly side: "old" | "new";
  readonly newEmail: string;
}

export interface PageData {
  "sign-in": { readonly email: string };
  "sign-in-code": object;
  register: { readonly email: string };
  forgot: object;
  reset: { readonly token: string };
  confirm: ConfirmData;
  dashboard: DashboardData;
  plans: PlansData;
  invoice: InvoiceData;
  payments: PaymentsData;
  security: SecurityData;
  "two-factor": TwoFactorData;
  address: AddressData;
  /** The codes appear only once. */
  "recovery-codes": { readonly codes: readonly string[] };
  webhooks: WebhooksData;
}

export interface PortalPage<Name extends keyof PageData = keyof PageData> {
  readonly shell: Shell;
  readonly data: PageData[Name];
}
