import type { Shell } from "./page-data.ts";

/** The data that the server passes to the pages under /owner/. Times are epoch ms, amounts are text for people. */

/** What every page gets. */
export interface OfficeShell extends Omit<Shell, "notice"> {
  readonly notice: { readonly isGood: boolean; readonly text: string } | null;
  /** Of the answer. */
  readonly status: number;
  /** The path of the page, as the navigation has it. */
  readonly place: string;
  /** The form that was refused, or that its sender came back to; null: none. */
  readonly typed: Fields | null;
}

export type Fields = Readonly<Record<string, string>>;

/** A name and its value; a number is an instant. */
export type Fact = readonly [name: string, value: string | number];

/** Of an `email` the page of its customer is shown, of a `hash` the transaction at the explorer. */
export type ColumnKind = "text" | "number" | "time" | "email" | "hash";

/** Rows for people and spreadsheets. */
export interface Table {
  readonly columns: readonly (readonly [name: string, kind: ColumnKind])[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** What to say where there are no rows. */
  readonly none: string;
}

/** Paying customers, what waits, the state of the service, and its owners. */
export interface OverviewData {
  readonly checks: readonly {
    readonly part: string;
    /** Undefined: it is not in use. */
    readonly isGood: "true" | "false" | undefined;
    /** What is wrong and what to do, if anything is. */
    readonly words: string;
    /** Where to act; null: not here. */
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

/** A table with a page of its own. */
export interface ListData {
  readonly lead: string;
  /** What the search is for, and what was typed; null: there is none. */
  readonly find: { readonly label: string; readonly text: string } | null;
  readonly tabs: readonly {
    readonly to: string;
    readonly name: string;
    readonly isHere: boolean;
  }[];
  /** The same as a file. */
  readonly csv: string;
  readonly table: Table;
}

export interface CustomerData {
  readonly email: string;
  readonly facts: readonly Fact[];
  readonly payments: Table;
  readonly invoices: Table;
  /** In USDT; null: there is none. */
  readonly balance: string | null;
  readonly isSuspended: boolean;
  readonly hasCodes: boolean;
  /** Whether the service sends mails. */
  readonly isMailed: boolean;
}

/** A payment that waits for a decision. */
export interface CaseData {
  readonly amount: string;
  readonly paidAtMs: number;
  readonly from: string;
  readonly to: string;
  readonly hash: string;
  /** Its facts besides its claims. */
  readonly words: readonly string[];
  /** The customer who has paid from the same address before; null: none, or several. */
  readonly sameSender: string | null;
  readonly claims: readonly ClaimData[];
}

/** Something to decide: a claim of an account, or a transfer without a claim. */
export interface ClaimData {
  readonly id: string;
  readonly words: string;
  /** Null where it is decided, and only told. */
  readonly form: {
    /** Whether the form asks for the account. */
    readonly asksWhose: boolean;
    /** A plan that was ordered, and is not sold any more; null: none. */
    readonly retiredPlan: string | null;
  } | null;
}

export interface ReviewData {
  readonly cases: readonly CaseData[];
  readonly plans: readonly string[];
  /** What people credited lately. */
  readonly assigned: readonly {
    readonly id: string;
    readonly atMs: number;
    readonly words: string;
  }[];
}

export interface PlansData {
  readonly sold: readonly {
    readonly name: string;
    readonly days: number;
    readonly price: string;
    /** What it is to cost, and from when on. */
    readonly next: { readonly price: string; readonly fromMs: number } | undefined;
  }[];
  readonly retired: readonly {
    readonly name: string;
    readonly days: number;
    readonly reason: string;
  }[];
  readonly prices: Table;
}

/** What a form would do, and the form that does it. */
export interface QuestionData {
  readonly facts: readonly Fact[];
  /** What to look at before saying yes; empty: nothing. */
  readonly caution: string;
  /** Where the form goes, and what it holds. */
  readonly action: string;
  readonly fields: Fields;
  readonly yes: string;
}

/** The data of each page. */
export interface OfficePageData {
  readonly "sign-in": { readonly email: string; readonly token: string | null };
  readonly overview: OverviewData;
  readonly list: ListData;
  readonly customer: CustomerData;
  readonly review: ReviewData;
  readonly plans: PlansData;
  readonly question: QuestionData;
  /** Only a notice. */
  readonly empty: null;
}

/** What the server passes to a page. */
export interface OfficePage<Name extends keyof OfficePageData = keyof OfficePageData> {
  readonly shell: OfficeShell;
  readonly title: string;
  readonly data: OfficePageData[Name];
}
