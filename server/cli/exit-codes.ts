import type { Status } from "../../src/fairness/check-names.ts";

/** How `verify` and `audit` end. A script may rely on the numbers. */
export const ENDS = {
  /** Every check holds. */
  holds: 0,
  /** A check fails. */
  refuted: 1,
  /** No check fails, and not all could be made. */
  undecided: 2,
  /** Nothing was checked: called wrongly, or what is to be checked cannot be had. */
  unusable: 3,
} as const;

/** The numbers, as the help of a command lists them. */
export const ENDS_HELP =
  "Ends with 0 when every check holds, 1 when one fails, 2 when none fails but not all could be made,\n  and 3 when nothing could be checked.";

/** How a command ends whose checks came out so. */
export function endOf(statuses: readonly Status[]): number {
  if (statuses.includes("fail")) {
    return ENDS.refuted;
  }
  return statuses.includes("open") ? ENDS.undecided : ENDS.holds;
}
