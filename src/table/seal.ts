/**
 * What a table says of the promises that this browser keeps. `memory`: they hold, but nothing is stored.
 * `broken`: the house said one thing before bets closed and another later.
 */
export interface Seal {
  readonly state: "holds" | "memory" | "broken";
  /** In the table's language. */
  readonly label: string;
}
