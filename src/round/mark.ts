/** The two colours of a road; which side wears which is the game's choice (`Board.sides`). */
export type RoadColour = "red" | "blue";

/** What a finished round leaves on the roads. */
export interface Mark {
  /** The colour of the side that won; green is a tie. */
  readonly colour: RoadColour | "green";
  /** The sides whose first two cards are a pair. */
  readonly pairs: readonly RoadColour[];
  /** A tie of two cards that are alike in suit too. */
  readonly suited?: true;
}
