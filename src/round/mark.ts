/** The two colours of a road. The game decides which side has which (`Game.sides`). */
export type RoadColour = "red" | "blue";

/** The colour of ties, in games with roads. */
export const TIE_COLOUR = "green";

/** The mark of a finished round on the roads. */
export interface Mark {
  /** The colour of the side that won. */
  readonly colour: RoadColour | typeof TIE_COLOUR;
  /** The sides whose first two cards are a pair. */
  readonly pairs: readonly RoadColour[];
  /** Set if the round is a tie of two cards of the same suit. */
  readonly suited?: true;
}

/** The scoreboards of games with two sides, in display order. */
export const ROADS = [
  "bead-plate",
  "big-road",
  "big-eye-boy",
  "small-road",
  "cockroach-pig",
] as const;
export type Road = (typeof ROADS)[number];
