import type { CaseRefusal } from "../../payment/errors.ts";

/** What to do on the page of the review about a payment that was not decided. */
export const CASE_ADVICE: Readonly<Record<CaseRefusal, string>> = {
  claimed_by_others: "Then dismiss the other claims, or tick “even if others claim it”.",
  no_such_plan: "Choose one of them, or say how many days it buys.",
  not_waiting: "It was decided before. What waits still stands below.",
};
