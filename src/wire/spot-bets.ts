/*
 * Bets on the felt. An operator sets the bets on a table's spots, and the table draws them. A table never accepts bets
 * itself. Amounts are in the displayed unit.
 */

/** A spot's name, in the settlement kit's terms. */
export interface SpotName {
  /** The market, such as `banker`. */
  readonly market: string;
  /** The teams, whose order matters; empty or left out in the card games. */
  readonly teams?: readonly string[];
}

/** The place on the table for bets on one market: its box in fractions of the table, from the top left corner. */
export interface BetSpot extends Required<SpotName> {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface SpotBets extends SpotName {
  /** The sum of all players' stakes; not displayed if omitted. */
  readonly total?: number;
  /** The stake of this table's player. */
  readonly own?: number;
}

/** One round's bets. Unlisted spots are empty. */
export interface TableBets {
  readonly round: number;
  readonly spots: readonly SpotBets[];
  /** The smallest chip's value, which scales the piles; 1 if omitted. */
  readonly chip?: number;
}

/** A spot whose bets have won. */
export interface SpotWin extends SpotName {
  /** The payout to this table's player, including the stake. */
  readonly own?: number;
}

/** The spots that have won in one round. Bets on all other spots are lost. */
export interface TableWinners {
  readonly round: number;
  readonly spots: readonly SpotWin[];
}

/** A spot that was pressed while bets were open. */
export interface SpotPress extends Required<SpotName> {
  readonly round: number;
  /** Time left to bet on the service's clock, in ms. */
  readonly remainMs: number;
}

/** Why bets or winners are not displayed. */
export interface BetsFault {
  readonly code: "bad_bets" | "bad_winners";
  /** What is wrong with the bets or winners, and how to fix it. */
  readonly detail: string;
}

/** A spot's market and teams as a single name. */
export function spotKey({ market, teams = [] }: SpotName): string {
  return [market, ...teams].join(" ");
}
