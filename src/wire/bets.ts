/*
 * Bets on the cloth. An operator sets what is on the spots of a table, and the table draws it; a table has
 * no bets of its own. Amounts are in the unit to be shown.
 */

/** What a bet on a spot is on, in the names of the settlement kit. */
export interface SpotName {
  /** The market, such as `banker`. */
  readonly market: string;
  /** The teams it names, in the order that matters; empty in the card games, and then it can be left out. */
  readonly teams?: readonly string[];
}

/** A place on the table for the bets on one market: its box in shares of the table's own, from its left top corner. */
export interface BetSpot extends Required<SpotName> {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The bets on a spot. */
export interface SpotBets extends SpotName {
  /** Stakes of all players together; nothing is shown of them when left out. */
  readonly total?: number;
  /** What the player who looks at the table has staked. */
  readonly own?: number;
}

/** The bets of one round. Spots that it does not name are empty. */
export interface TableBets {
  readonly round: number;
  readonly spots: readonly SpotBets[];
  /** What the smallest chip is worth: piles grow by it. 1 when left out. */
  readonly chip?: number;
}

/** A spot whose bets have won. */
export interface SpotWin extends SpotName {
  /** What the player who looks at the table gets, stake included. */
  readonly own?: number;
}

/** The spots that have won in one round; bets on all others are lost. */
export interface TableWinners {
  readonly round: number;
  readonly spots: readonly SpotWin[];
}

/** A spot that was pressed while bets were open. */
export interface SpotPress extends Required<SpotName> {
  readonly round: number;
  /** Time left to bet by the service's clock, in ms. */
  readonly remainMs: number;
}

/** Why bets or winners are not shown. */
export interface BetsFault {
  readonly code: "bad_bets" | "bad_winners";
  /** What is wrong with them. */
  readonly detail: string;
}

/** A spot's market and teams as one text. */
export function nameOfSpot({ market, teams = [] }: SpotName): string {
  return [market, ...teams].join(" ");
}
