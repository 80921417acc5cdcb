import type { H3Event } from "h3";
import type { Transaction } from "kysely";
import type { Fields, OfficePageData, QuestionData, Table } from "../../src/account/office-data.ts";
import { InvalidInput } from "../access/errors.ts";
import type { Vault } from "../access/vault.ts";
import type { Hashing } from "../account/auth/password-hashing.ts";
import type { Outbox } from "../account/mail/outbox.ts";
import type { DrawPage } from "../pages/built-pages.ts";
import type { TermChange } from "../payment/credit.ts";
import type { Log } from "../runtime/log.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import type { Check } from "./health.ts";
import type { Owner } from "./owners.ts";

/* What the pages of the back office have in common. */

/** What mails are put into, and what stands in them. */
export interface MailParts {
  readonly outbox: Pick<Outbox, "put">;
  readonly baseUrl: string;
  /** The zone of the date, an IANA name. */
  readonly timeZone: string;
}

/** What the pages work with. */
export interface OfficeContext {
  readonly store: Store;
  readonly vault: Vault;
  readonly hashing: Hashing;
  readonly timeZone: string;
  /** Null where no mail is sent. */
  readonly mails: MailParts | null;
  /** Looks at every part of the service. */
  readonly look: () => Promise<Check[]>;
  readonly draw: DrawPage;
  /** Answers with a built file. */
  readonly file: (event: H3Event) => unknown;
  readonly isTimeKnown: () => boolean;
  /** Epoch ms. */
  readonly now: () => number;
  readonly log: Log;
}

/** A request of an owner who is signed in. */
export interface OfficeRequest {
  readonly owner: Owner;
  readonly query: URLSearchParams;
  /** A field of the form, trimmed; empty where there is none. */
  readonly field: (name: string) => string;
  readonly nowMs: number;
}

/** A page to be drawn. */
export type Drawn = {
  [Name in keyof OfficePageData]: {
    readonly name: Name;
    readonly title: string;
    readonly data: OfficePageData[Name];
  };
}[keyof OfficePageData];

/** A page, or a table as a file. */
export type OfficeAnswer = Drawn | { readonly csv: Table; readonly name: string };

/** Where the browser goes after a form, and which of the words in `DONE` the page says there. */
export interface Done {
  readonly to: string;
  readonly done: keyof typeof DONE;
}

/** What was done. The page's address names it by a key, so that no link puts other words there. */
export const DONE = {
  given: "Days added.",
  taken: "Days removed.",
  suspended: "Suspended. Its keys no longer work.",
  reinstated: "Reinstated. Its keys work again.",
  moved: "The account has its new address and is signed out everywhere.",
  codes_off: "Sign-in codes are off. The account gets a mail about it.",
  assigned: "Credited.",
  unassigned: "Taken back. The payment is in review again, and its days are withdrawn.",
  dismissed: "Dismissed. Nothing was credited.",
  refunded: "Recorded. The balance is reduced.",
  priced: "Price set.",
  priced_before: "That is the price already. Nothing changed.",
  plan_added: "The plan is on sale.",
  plan_renamed: "Renamed. Existing invoices keep the old name.",
  plan_retired: "No longer on sale. Open invoices can still be paid.",
  plan_offered: "On sale again.",
  removed: "Removed and signed out.",
} as const;

/** What an act would do, and how its button is called. */
export interface Question extends Pick<QuestionData, "facts" | "yes"> {
  readonly title: string;
  readonly caution?: string;
  /** What the act depends on: it is not done once that is something else. */
  readonly shown?: string;
}

/** What the button of a form does. */
export interface Act {
  /** Asks before it is done, for a code as well; undefined: it is done at once. */
  readonly ask?: (context: OfficeContext, request: OfficeRequest) => Promise<Question>;
  readonly work: (context: OfficeContext, request: OfficeRequest) => Promise<Done>;
}

/** A page of the back office, and what its forms do. */
export interface OfficeRoute {
  readonly get: (context: OfficeContext, request: OfficeRequest) => Promise<OfficeAnswer>;
  readonly acts?: Readonly<Record<string, Act>>;
}

interface ActOrder<Outcome> {
  /** Does it within a transaction. */
  readonly change: (
    context: OfficeContext,
    request: OfficeRequest,
  ) => (within: Transaction<Schema>) => Promise<Outcome>;
  readonly question: (
    outcome: Outcome,
    context: OfficeContext,
    request: OfficeRequest,
  ) => Question | Promise<Question>;
  /** What must still be so when it is done as it was when it was asked about. */
  readonly dependsOn?: (outcome: Outcome) => string;
  readonly done: (outcome: Outcome, request: OfficeRequest) => Done;
}

/**
 * An act that is done and undone to show what it does, before it is asked about: what would be refused is refused
 * at once.
 */
export function act<Outcome>(order: ActOrder<Outcome>): Act {
  const { change, question, dependsOn = () => "", done } = order;
  return {
    async ask(context, request) {
      const undone = new Error("Undone.");
      const tried: Outcome[] = [];
      await serialized(context.store, async (within) => {
        tried.push(await change(context, request)(within));
        throw undone;
      }).catch((error: unknown) => {
        if (error !== undone) {
          throw error;
        }
      });
      const [outcome] = tried as [Outcome];
      return { ...(await question(outcome, context, request)), shown: dependsOn(outcome) };
    },
    async work(context, request) {
      const outcome = await serialized(context.store, async (within) => {
        const changed = await change(context, request)(within);
        if (dependsOn(changed) !== request.field("shown")) {
          throw new InvalidInput("Nothing was changed: it is no longer what the page showed.");
        }
        return changed;
      });
      return done(outcome, request);
    },
  };
}

/** What an act on a customer's time depends on. */
export function termState({
  endedAtMs,
  days = 0,
}: TermChange & { readonly days?: number }): string {
  return `${endedAtMs} ${days}`;
}

/** Until when a customer's tables open now, and until when they would then. */
export function termFacts(
  { endedAtMs, endsAtMs }: TermChange,
  nowMs: number,
): QuestionData["facts"] {
  return [
    [(endedAtMs ?? Infinity) <= nowMs ? "Ended" : "Runs until", endedAtMs ?? "no plan yet"],
    ["Will run until", endsAtMs > nowMs ? endsAtMs : "ends now"],
  ];
}

/** @throws InvalidInput when nothing is said. */
export function reasonIn({ field }: OfficeRequest): string {
  const reason = field("reason");
  if (reason === "") {
    throw new InvalidInput("Enter a reason. It is kept with the act.");
  }
  return reason;
}

/** The fields of a form but those that only a question adds. */
export function typedIn(form: URLSearchParams): Fields {
  const fields = Object.fromEntries(form);
  for (const name of ["code", "shown", "back", "password"]) {
    delete fields[name];
  }
  return fields;
}
