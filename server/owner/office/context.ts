import type { Vault } from "../../access/vault.ts";
import type { Hashing } from "../../account/auth/password-hashing.ts";
import type { Plan } from "../../payment/plan.ts";
import type { Log } from "../../runtime/log.ts";
import type { Store } from "../../store/store.ts";
import type { Check } from "../health.ts";
import type { List } from "../list.ts";
import type { MailParts } from "../move-address.ts";
import type { View } from "./page.ts";
import type { Typed } from "./typed.ts";
import type { OfficeUser } from "./users.ts";

/** What the pages of the back office work with. */
export interface OfficeContext {
  readonly store: Store;
  readonly vault: Vault;
  readonly hashing: Hashing;
  /** Those of the settings: what is sold is in the catalog. */
  readonly plans: readonly Plan[];
  readonly explorerUrl: string;
  /** Where browsers reach the office, such as http://localhost:3001. */
  readonly url: string;
  /** Null where no mail is sent. */
  readonly mails: MailParts | null;
  /** Looks at every part of the service. */
  readonly look: () => Promise<Check[]>;
  readonly isTimeKnown: () => boolean;
  /** Epoch ms. */
  readonly now: () => number;
  readonly log: Log;
}

/** A request of somebody who is signed in. */
export interface OfficeRequest {
  readonly user: OfficeUser;
  readonly query: URLSearchParams;
  /** A field of the form; empty where there is none. */
  readonly field: (name: string) => string;
  /** What stands in the page's forms again. */
  readonly typed: Typed;
  readonly nowMs: number;
  /** Where this browser has reached the office, such as http://127.0.0.1:3001. */
  readonly origin: string;
  /**
   * Checks the password and the code that came with the form, before what a stolen session must not do.
   *
   * @throws ReviewError when they are not right.
   */
  readonly confirm: () => Promise<void>;
}

/** A page, or a list as a file. */
export type OfficeAnswer = View | { readonly list: List; readonly name: string };

/** Where the browser goes after a form, and what the page says there. */
export interface Done {
  readonly to: string;
  readonly done: DoneCode;
}

/** What was done, in words. The address of the page names it: nobody can put other words there. */
export const DONE = {
  given: "The days are given.",
  taken: "The days are taken.",
  suspended: "Suspended. Its keys open nothing from now on.",
  reinstated: "Its keys open its tables again.",
  moved: "It has its new address, and is signed out everywhere.",
  codes_off: "It signs in with the password alone now, and is told so by mail.",
  assigned: "Credited.",
  unassigned: "Taken back: it waits for you again, and its days are withdrawn.",
  dismissed: "Dismissed. Nothing was credited.",
  refunded: "Written down. The balance is smaller by it.",
  test_mailed:
    "It leaves within seconds. Load this page again: the list says whether a mail server took it, or why not.",
  down: "In maintenance. Its clock and results go on.",
  up: "Open again.",
  priced: "The price is set.",
  priced_before: "It costs that anyway. Nothing was changed.",
  plan_added: "The plan is on sale.",
  plan_renamed: "It is called so from now on. Invoices keep the name that they have.",
  plan_retired: "It is not sold any more. Its open invoices can be paid.",
  plan_offered: "It is sold again.",
  withdrawn: "Withdrawn. Its link opens nothing any more.",
  removed: "Removed, and signed out everywhere.",
} as const;
export type DoneCode = keyof typeof DONE;

/** A page of the back office, and the forms that are sent to it. */
export interface OfficeRoute {
  readonly get: (context: OfficeContext, request: OfficeRequest) => Promise<OfficeAnswer>;
  /** Leads on to a page, or shows one that is for this once. */
  readonly post?: (context: OfficeContext, request: OfficeRequest) => Promise<Done | View>;
}
