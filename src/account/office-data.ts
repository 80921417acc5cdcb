import type { Shell } from "./page-data.ts";

/** The data that the server passes to the pages under /owner/. Times are epoch ms, amounts are formatted text. */

export interface OfficeShell extends Omit<Shell, "notice" | "contact" | "isMailed"> {
  readonly notice: { readonly isGood: boolean; readonly text: string } | null;
  readonly status: number;
  /** The path of the page in the navigation. */
  readonly place: string;
  /** The fields of a form that was rejected or cancelled, to fill it in again; null for none. */
  readonly typed: Fields | null;
}

export type Fields = Readonly<Record<string, string>>;

/** A name and its value; a number is an instant in epoch ms. */
export type Fact = readonly [name: string, value: string | number];

/** The kind of a column. An `email` links to the customer's page, a `hash` to the transaction at the explorer. */
export type ColumnKind = "text" | "number" | "time" | "email" | "hash";

export interface Table {
  readonly columns: readonly (readonly [name: string, kind: ColumnKind])[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  readonly none: string;
}

export interface OverviewData {
  readonly checks: readonly {
    readonly part: string;
    /** Undefined if the part is not in use. */
    readonly isGood: "true" | "false" | undefined;
    /** The problem and its remedy, if there is one. */
    readonly words: string;
    /** The page to act on; null if it is not in the back office. */
    readonly to: string | null;
  }[];
  readonly figures: readonly {
    readonly to: string;
    readonly value: string | number;
    readonly words: string;
  }[];
  readonly owners: readonly {
    readonly email: string;
    readonly sinceMs: number;
    readonly linkEndsAtMs: number | null;
  }[];
}

export interface ListData {
  readonly lead: string;
  /** The label of the search and the typed text; null if there is no search. */
  readonly find: { readonly label: string; readonly text: string } | null;
  readonly table: Table;
}

export interface CustomerData {
  readonly email: string;
  readonly facts: readonly Fact[];
  readonly payments: Table;
  readonly invoices: Table;
  /** In USDT; null for zero. */
  readonly balance: string | null;
  readonly isSuspended: boolean;
  readonly hasCodes: boolean;
}

export interface CaseData {
  readonly amount: string;
  readonly paidAtMs: number;
  readonly from: string;
  readonly to: string;
  readonly hash: string;
  /** Sentences about the payment, without its claims. */
  readonly words: readonly string[];
  readonly claims: readonly ClaimData[];
}

/** An account's claim of a payment, or an unclaimed transfer. */
export interface ClaimData {
  readonly id: string;
  readonly words: string;
  /** Null if the claim is already decided. */
  readonly form: {
    readonly asksForAccount: boolean;
    /** The ordered plan, if it is no longer sold; null otherwise. */
    readonly retiredPlan: string | null;
  } | null;
}

export interface ReviewData {
  readonly cases: readonly CaseData[];
  readonly plans: readonly string[];
}

export interface PlansData {
  readonly sold: readonly {
    readonly name: string;
    readonly days: number;
    readonly price: string;
  }[];
}

export interface QuestionData {
  readonly facts: readonly Fact[];
  /** A warning; empty for none. */
  readonly caution: string;
  readonly action: string;
  readonly fields: Fields;
  readonly yes: string;
}

export interface OfficePageData {
  readonly "sign-in": { readonly email: string; readonly token: string | null };
  readonly overview: OverviewData;
  readonly list: ListData;
  readonly customer: CustomerData;
  readonly review: ReviewData;
  readonly plans: PlansData;
  readonly question: QuestionData;
  /** The page has only a notice. */
  readonly empty: null;
}

export interface OfficePage<Name extends keyof OfficePageData = keyof OfficePageData> {
  readonly shell: OfficeShell;
  readonly title: string;
  readonly data: OfficePageData[Name];
}
