/** The two colours of a road. `Game.sides` assigns them. */
export type RoadColour = "red" | "blue";

/** The colour of ties, in games with roads. */
export const TIE_COLOUR = "green";

/** A finished round's mark on the roads. */
export interface Mark {
  /** The winning side's colour. */
  readonly colour: RoadColour | typeof TIE_COLOUR;
  /** The sides whose first two cards are a pair. */
  readonly pairs: readonly RoadColour[];
  /** Set if the round is a tie between two cards of the same suit. */
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
