import type { Status } from "../../src/fairness/check-names.ts";

/** One line of an audit. */
export interface Finding {
  readonly status: Status;
  readonly title: string;
  readonly words: string;
}
