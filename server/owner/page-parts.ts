import type {
  ColumnKind,
  Fields,
  OfficePageData,
  QuestionData,
  Table,
} from "../../src/account/office-data.ts";
import { InvalidInput } from "../access/invalid-input.ts";
import type { Vault } from "../access/vault.ts";
import type { TermChange } from "../payment/credit.ts";
import type { Log } from "../runtime/log.ts";
import { serialized } from "../store/serialized.ts";
import type { Store, Transaction } from "../store/store.ts";
import type { Check } from "./health.ts";
import type { Owner } from "./owners.ts";

export interface OfficeRequest {
  readonly store: Store;
  readonly vault: Vault;
  readonly isMailed: boolean;
  readonly checkHealth: () => Promise<Check[]>;
  readonly log: Log;
  readonly owner: Owner;
  readonly query: URLSearchParams;
  /** A field of the form, trimmed; empty if absent. */
  readonly field: (name: string) => string;
  readonly nowMs: number;
}

export type PageContent = {
  [Name in keyof OfficePageData]: {
    readonly name: Name;
    readonly title: string;
    readonly data: OfficePageData[Name];
  };
}[keyof OfficePageData];

export type OfficeResponse = PageContent | { readonly json: object };

/** The target of the redirect after a form, and the key of the message in `DONE` that it shows. */
export interface Done {
  readonly to: string;
  readonly done: keyof typeof DONE;
}

/**
 * The messages about completed actions. The page's URL names one by its key, so that no link can put other text
 * there.
 */
export const DONE = {
  given: "Days added.",
  taken: "Days removed.",
  suspended: "Account suspended. Its keys no longer work.",
  reinstated: "Suspension ended. The account's keys work again.",
  deleted: "Account deleted. Its keys no longer work.",
  codes_off: "Sign-in codes are off. If mail is on, the account gets an email about it.",
  assigned: "Credited.",
  dismissed: "Dismissed. Nothing was credited.",
  refunded: "Recorded. The balance has been reduced.",
  priced: "Price set.",
  plan_added: "The plan is on sale.",
  plan_retired: "No longer on sale. Open invoices can still be paid.",
  removed: "Removed and signed out.",
} as const;

/** The content of an action's confirmation page. */
export interface Question extends Pick<QuestionData, "facts"> {
  readonly title: string;
  readonly caution?: string;
  /** The label of the button; by default the title. */
  readonly yes?: string;
  /** The facts that the action depends on: it is refused if they have changed. */
  readonly shown?: string;
}

export interface Action {
  /** Asks for confirmation and a code first; undefined if the action is done at once. */
  readonly ask: ((request: OfficeRequest) => Promise<Question>) | undefined;
  readonly work: (request: OfficeRequest) => Promise<Done>;
}

export interface OfficeRoute {
  readonly get: (request: OfficeRequest) => Promise<OfficeResponse>;
  readonly actions?: Readonly<Record<string, Action>>;
}

interface ActionInput<Outcome> {
  readonly change: (transaction: Transaction, request: OfficeRequest) => Promise<Outcome>;
  /** Undefined if the action is done at once. */
  readonly question?: (request: OfficeRequest, outcome: Outcome) => Question | Promise<Question>;
  /** Facts that must be the same at the confirmation and at the action. */
  readonly dependsOn?: (outcome: Outcome) => string;
  readonly done: (request: OfficeRequest, outcome: Outcome) => Done;
}

/**
 * An action, usually with a confirmation page. Runs the change in a transaction and rolls it back to preview its
 * effects, so a refusal appears before the confirmation.
 */
export function action<Outcome>(input: ActionInput<Outcome>): Action {
  const { change, question, dependsOn = () => "", done } = input;
  return {
    ask:
      question &&
      (async (request) => {
        const undone = new Error("Undone.");
        const tried: Outcome[] = [];
        await serialized(request.store, async (transaction) => {
          tried.push(await change(transaction, request));
          throw undone;
        }).catch((error: unknown) => {
          if (error !== undone) {
            throw error;
          }
        });
        const [outcome] = tried as [Outcome];
        const response = await question(request, outcome);
        const reason = request.field("reason");
        const facts = [...response.facts, ...(reason === "" ? [] : [["Reason", reason] as const])];
        return { ...response, facts, shown: dependsOn(outcome) };
      }),
    async work(request) {
      const outcome = await serialized(request.store, async (transaction) => {
        const changed = await change(transaction, request);
        if (dependsOn(changed) !== request.field("shown")) {
          throw new InvalidInput(
            "Nothing was changed, because the data on the page is out of date. Check the data below and try again.",
          );
        }
        return changed;
      });
      return done(request, outcome);
    },
  };
}

/** The facts that an action on a customer's time depends on. */
export function termState({
  previousEndMs,
  days = 0,
}: TermChange & { readonly days?: number }): string {
  return `${previousEndMs} ${days}`;
}

export function termFacts(
  { previousEndMs, endsAtMs }: TermChange,
  nowMs: number,
): QuestionData["facts"] {
  return [
    previousEndMs === null
      ? ["Until now", "no plan"]
      : [previousEndMs <= nowMs ? "Ended" : "Runs until", previousEndMs],
    endsAtMs > nowMs ? ["Will run until", endsAtMs] : ["Will end", "now"],
  ];
}

/** The name and days of a plan, whose name may be its days. */
export function termWords(plan: string, days: number): string {
  return plan === `${days} days` ? plan : `${plan}, ${days} days`;
}

/** @throws InvalidInput if the reason is empty. */
export function requireReason({ field }: OfficeRequest): string {
  const reason = field("reason");
  if (reason === "") {
    throw new InvalidInput("Enter a reason. It is recorded with the action.");
  }
  return reason;
}

/** The fields of a form, except those that only the confirmation page adds. */
export function typedIn(form: URLSearchParams): Fields {
  const fields = Object.fromEntries(form);
  for (const name of ["code", "shown", "back", "password"]) {
    delete fields[name];
  }
  return fields;
}

export type Column<Row> = readonly [
  name: string,
  kind: ColumnKind,
  cell: (row: Row) => string | number | null,
];

/** @param none the text in place of an empty table. */
export function tableOf<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  none: string,
): Table {
  return {
    columns: columns.map(([name, kind]) => [name, kind]),
    rows: rows.map((row) => columns.map(([, , cell]) => cell(row))),
    none,
  };
}
