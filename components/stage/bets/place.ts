import type { Size } from "../scene.ts";
import { lerp } from "../tracks.ts";

/** A point in a box, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** A line of text beside a pile. */
export interface WordPlace extends Point {
  anchor: "left" | "middle" | "right";
}

/** Where a box has the bets on one market. CSS pixels throughout. */
export interface BetPlace {
  market: string;
  /** The teams it names; empty in the card games. */
  teams: readonly string[];
  /** All of it, where it is pressed, around its middle. */
  box: Point & Size;
  /** Width of a chip, and height of the type; what the player gets is set in one of its own. */
  chipPx: number;
  /** How much higher each chip of a pile lies than the one beneath, by its width: less where there is less room. */
  step: number;
  typePx: number;
  winPx: number;
  /** The middle of the lowest chip of all players' pile, and of the player's own. */
  total: Point;
  own: Point;
  share: WordPlace;
  /** Null where there is no room for it. */
  stake: WordPlace | null;
  /** What the player gets, and how wide that may be. */
  win: Point;
  winWidthPx: number;
  /** Where a lost stake is reported. */
  lost: ToldPlace;
  /** Where several amounts are reported in one line; null where there is no room for that. */
  line: ToldPlace | null;
  /** Where the dealer sweeps chips to that have lost. */
  away: Point;
}

/** A player's result: its middle, the height of its type, and how wide it may be. CSS pixels. */
export interface ToldPlace extends Point {
  px: number;
  widthPx: number;
}

/** No pile is higher, and so many chips are paid on top of the player's own. */
export const [MOST_CHIPS, PAID_CHIPS] = [8, 3];

/** How much higher each chip of a pile lies than the one beneath, by its width, where there is room: piles stay low. */
export const STEP = 0.07;

/** How high a chip looks by its width, seen from the front. */
const CHIP_RATIO = 0.74;

/**
 * How much higher each chip may lie where a pile around the `middle` of its lowest chip is not to reach above `top`
 * with the most that is bet, nor above `paidTop` once that is paid. CSS pixels.
 */
export function stepBelow(chipPx: number, middle: number, top: number, paidTop = top): number {
  const room = (above: number) => (middle - above) / chipPx - CHIP_RATIO / 2;
  const bet = room(top) / (MOST_CHIPS - 1);
  const paid = room(paidTop) / (MOST_CHIPS + PAID_CHIPS - 1);
  return Math.max(0, Math.min(STEP, bet, paid));
}

/** How far down a player takes chips, who sits before the table, in widths of one. */
export const TAKEN_DOWN = 4;

/** How large chips are seen that a player has taken so far, 0 to 1: only at the end they are gone. */
export const takenSize = (taken: number): number => Math.min(1, (1 - taken) * 2.5);

/** How closely they go around: 1 would be straight through, and what is large a right angle. */
const CORNER = 5;

/**
 * Where chips are on their way to the dealer, 0 to 1: first along the rim of the table and then up to him, around
 * the cards that lie between.
 */
export function sweptAt(from: Point, away: Point, share: number): Point {
  return {
    x: lerp(from.x, away.x, 1 - (1 - share) ** CORNER),
    y: lerp(from.y, away.y, share ** CORNER),
  };
}
