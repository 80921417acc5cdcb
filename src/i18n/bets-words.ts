/** What screen readers say of the bets on a table; what else the table writes itself are numbers. */
export interface BetsWords {
  /** All places for bets together. */
  readonly spots: string;
  /** The stakes of all players on one of them. */
  readonly all: string;
  /** The player's own stake, and what it has won. */
  readonly own: string;
  readonly win: string;
  /** What the table tells a player who has bet and gets nothing. */
  readonly unpaid: string;
}
