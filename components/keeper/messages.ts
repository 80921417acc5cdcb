/*
 * What a page and its keeper say to each other. The keeper runs in a worker, so that nothing it does takes
 * time from a frame.
 */

/** A page asks its keeper. */
export type KeeperRequest =
  /** A round takes bets: what is promised of it is to be kept, and rounds before it are to be checked. */
  | { readonly kind: "turn"; readonly slug: string; readonly round: number }
  /** What was kept of a round, if anything. */
  | { readonly kind: "kept"; readonly id: number; readonly slug: string; readonly round: number }
  /** Everything that proves what is wrong, as JSON. */
  | { readonly kind: "evidence"; readonly id: number; readonly slug: string };

/** What a keeper knows of a game. */
export interface KeeperState {
  /** How many rounds were kept before bets closed. */
  readonly kept: number;
  /** How many of them are over and were as promised. */
  readonly checked: number;
  /** Whether it lasts longer than the page: not where the browser keeps nothing for it. */
  readonly isLasting: boolean;
  /** What is wrong, in words, the first one first. */
  readonly faults: readonly string[];
}

/** A keeper answers. */
export type KeeperReply =
  | { readonly kind: "state"; readonly slug: string; readonly state: KeeperState }
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown };
