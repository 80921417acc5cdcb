import { nameOfSpot } from "../../../src/wire/bets.ts";
import type { SpotName } from "../../../src/wire/bets.ts";

/* The bets on the cloth, and since when: everything that their picture needs. */

/** A pile of chips. */
export interface Pile {
  readonly chips: number;
  /** How many lay there before, and until when, in ms of phase `betting`. */
  readonly before: number;
  readonly sinceMs: number;
}

/** The chips on a spot, and the text there. */
export interface SpotShown {
  /** Its market and teams (`nameOfSpot`). */
  readonly name: string;
  /** Of all players, and of the one who looks at the table. */
  readonly total: Pile;
  readonly own: Pile;
  /** The share of all stakes that lie here, and the player's own stake; empty for none. */
  readonly share: string;
  readonly stake: string;
  /** The player's result here, in full and then in short; empty for nothing. */
  readonly told: readonly string[];
  /** Whether chips are laid on top of the player's own, and whether the result is a gain. */
  readonly isPaid: boolean;
  readonly isGain: boolean;
  readonly hasWon: boolean;
}

/** The bets of the round on show. */
export interface BetsShown {
  readonly spots: readonly SpotShown[];
  /** When it became known who has won, in ms of phase `result`; null before. */
  readonly settledMs: number | null;
}

/** Whether the player who looks at the table has bet on a spot. */
export const hasOwnBet = ({ spots }: BetsShown, spot: SpotName): boolean =>
  spots.some(({ name, own }) => own.chips > 0 && name === nameOfSpot(spot));
