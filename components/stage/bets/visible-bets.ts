import { spotKey } from "../../../src/wire/spot-bets.ts";
import type { SpotName } from "../../../src/wire/spot-bets.ts";

/* The bets on the felt, with the times at which they changed. */

export interface Pile {
  readonly chips: number;
  /** The number of chips before the last change. */
  readonly before: number;
  /** When the last change started, in ms from the start of `betting`. */
  readonly sinceMs: number;
}

export interface VisibleSpot {
  /** The spot's market and teams (`spotKey`). */
  readonly name: string;
  /** All players' pile. */
  readonly total: Pile;
  /** This table's player's pile. */
  readonly own: Pile;
  /* Labels; empty for none. */
  readonly percent: string;
  readonly stake: string;
  readonly result: string;
  /** Whether chips are paid on top of the player's own. */
  readonly isPaid: boolean;
  readonly isGain: boolean;
  readonly hasWon: boolean;
}

export interface VisibleBets {
  readonly spots: readonly VisibleSpot[];
  /** When the winners became known, in ms from the start of `result`; null before. */
  readonly settledMs: number | null;
}

export const hasOwnBet = ({ spots }: VisibleBets, spot: SpotName): boolean =>
  spots.some(({ name, own }) => own.chips > 0 && name === spotKey(spot));
