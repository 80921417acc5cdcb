import type { Counted } from "./counted.ts";

/** What is said of past rounds while bets are open; `{name}` stands for a value. */
export interface FactsWords {
  /** The round before. */
  readonly last: string;
  /** By kind, with `{side}`, `{times}`, `{of}`, `{length}` and `{behind}`. */
  readonly wins: string;
  readonly podiums: string;
  readonly longestToday: string;
  readonly longest: string;
  readonly ahead: string;
  /** "Last tie", and how long ago that was. */
  readonly rare: Readonly<Record<"tie" | "suitedTie" | "bothPairs", string>>;
  readonly ago: Counted;
  /** That the seed of this round is fixed already; `{hash}` begins what proves it later. */
  readonly fixed: string;
  /** Beside all of them: the past says nothing of this round. */
  readonly anew: string;
  readonly next: string;
  readonly hide: string;
}
