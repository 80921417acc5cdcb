import { LAST_SECONDS } from "../../src/look/tokens.ts";

/*
 * How long what every table does takes. What one game does is in the `times.ts` of its scene. What slides
 * eases out, what a hand moves eases both ways, what is swept eases in (`tracks.ts`).
 */

/** Lengths of what every table does, in ms from the start of its phase. */
export const TABLE_MS = {
  /** The words "place your bets" sweep over the table at the start of `betting`. */
  opening: 1_000,
  /** The words "no more bets" sweep over the table at the start of `revealing`, and are gone as the first card leaves the shoe. */
  closing: 480,
  /** The last seconds of betting, in which the light of the table tenses. */
  last: LAST_SECONDS * 1_000,
  /** The number of each of them swells for so long. */
  pop: 300,
  /** The first of these is over before the first card is turned. */
  relax: 900,
  /** From here on, in `waiting`, light announces the next round. */
  callAt: 1_050,
  call: 850,
} as const;

/** How long a card that came down on the felt springs, in ms. */
export const SETTLE_MS = 220;

/** What every table does once its result is out: the winner's light, and what celebrates it. */
export const RESULT_MS = {
  light: 600,
  /** How long a flood of light, or a beam, takes to grow. */
  grow: 1_100,
  /** The whole of it: the shortest `result` there will be is 3 s. */
  celebration: 3_000,
  /** A highlight runs once around what has won. */
  roundAt: 500,
  round: 1_700,
  /** The loser's cards slide back. */
  backAt: 250,
  back: 1_900,
  /** Light comes up where bets on the winner lie. */
  betsAt: 1_000,
  bets: 1_900,
  /** A gleam runs over each of the winner's cards, one after another. */
  gleam: 620,
  gleamEvery: 170,
} as const;

/** How the table is cleared in phase `waiting`, the loser's cards first: the shortest is 2 s. */
export const SWEEP_MS = {
  /** Words about the result are gone by then, where a swept card has hardly begun to move. */
  cleared: 140,
  card: 560,
  /** A hand reaches for them first. */
  loserAt: 220,
  winnerAt: 480,
} as const;
