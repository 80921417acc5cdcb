import type { Size } from "../scene.ts";

/** A point in a box, in CSS pixels. */
interface Point {
  x: number;
  y: number;
}

/** A line of text beside a pile. */
export interface WordPlace extends Point {
  anchor: "left" | "middle" | "right";
}

/** Where the bets on one market lie in a box. CSS pixels throughout. */
export interface BetPlace {
  market: string;
  /** The teams it names; empty in the card games. */
  teams: readonly string[];
  /** All of it, where it is pressed, around its middle. */
  box: Point & Size;
  /** Width of a chip, and height of the type; what the player gets is set in one of its own. */
  chipPx: number;
  typePx: number;
  winPx: number;
  /** The middle of the lowest chip of all players' pile, and of the player's own. */
  total: Point;
  own: Point;
  share: WordPlace;
  /** Null where there is no room for it. */
  stake: WordPlace | null;
  /** What the player gets. */
  win: Point;
}
