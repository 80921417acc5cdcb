/** What screen readers say of the bets on a table, and what the table writes beside chips. */
export interface BetsWords {
  /** All places for bets together. */
  readonly spots: string;
  /** What the table tells a player whose press hits none of them. */
  readonly missed: string;
  /** The stakes of all players on one of them. */
  readonly all: string;
  /** The player's own stake, and what it has won. */
  readonly own: string;
  readonly win: string;
  /** What the table tells a player who has bet and gets nothing. */
  readonly unpaid: string;
  /** The player's result of a round in which he is not ahead, # with its sign. */
  readonly net: string;
  /** What one place has won where the round as a whole has not, and what comes back of a stake; # is the amount. */
  readonly won: string;
  readonly back: string;
}
