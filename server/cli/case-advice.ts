import type { CaseRefusal } from "../payment/errors.ts";

/** What to do at the command line about a payment that was not decided. */
export const CASE_ADVICE: Readonly<Record<CaseRefusal, string>> = {
  claimed_by_others: "Then dismiss the other claims, or say --force.",
  named_by_others: "Then say --force.",
  nobodys: "Say whose it is with --account ADDRESS.",
  no_such_plan: "Or say --days N.",
  not_waiting: "See the ids in the list of payments.",
};
