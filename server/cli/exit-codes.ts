import type { Verdict } from "../../src/fairness/check-names.ts";

/** How `verify` ends. A script may rely on the numbers. */
export const ENDS = {
  proven: 0,
  refuted: 1,
  undecided: 2,
  /** Nothing was checked: called wrongly, or what is to be checked cannot be had. */
  unusable: 3,
  consistent: 4,
} as const satisfies Readonly<Record<Verdict | "unusable", number>>;

/** The numbers, as the help of a command lists them. */
export const ENDS_HELP = `Ends with 0 when everything is proven; 4 when all adds up, but only the house says that it promised in
  time (see --kept); 1 when a check fails; 2 when none fails but not all could be made; and 3 when nothing could be
  checked.`;
