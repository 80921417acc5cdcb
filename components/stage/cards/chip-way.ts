import type { Paid } from "../bets/payment.ts";
import type { Size } from "../scene.ts";
import { lerp } from "../tracks.ts";
import type { ChipPlace, ChipPlaces } from "./bet-arc.ts";
import type { TrayPlace } from "./tray.ts";

/** A point in a box, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** The way of chips from the tray to their place, 0 to 1. CSS pixels. */
export interface ChipWay {
  at(share: number): Point;
  /** How far the arm of a hand that goes with them comes from the far edge, 0 (from the side) to 1. */
  above(share: number): number;
  /** How far a hand goes with them: the rest of the way they go by themselves. */
  reach: number;
}

/** Two piles on such a way: where the first ends, and from there to the second. */
export interface WinnersPlace extends ChipWay {
  chipPx: number;
  next: Point;
}

export type WinnersPlaces = Readonly<Record<Paid, WinnersPlace>>;

/** How far chips go beyond the edge of a table in a hand that takes them around it, by the width of that. */
const BEYOND = 0.1;

/** From the tray off the table, and in again at a side, level with a place: the dealer reaches around the cards. */
export function aroundTable(
  place: Point,
  tray: Point,
  { width }: Size,
  side: -1 | 1 = place.x < width / 2 ? -1 : 1,
): ChipWay {
  const off = BEYOND * width;
  return {
    at: (share) =>
      share < 0.5
        ? { x: tray.x, y: lerp(tray.y, -off, 2 * share) }
        : { x: lerp(width / 2 + side * (width / 2 + off), place.x, 2 * share - 1), y: place.y },
    above: (share) => (share < 0.5 ? 1 : 0),
    reach: 1,
  };
}

/** Only in the end a straight way goes to a side. */
const TO_SIDE = 100;

/** Straight down from the tray. */
export const straight = (place: Point, tray: Point, reach = 1): ChipWay => ({
  at: (share) => ({
    // Between cards first, and beneath them to a side.
    x: lerp(tray.x, place.x, share ** TO_SIDE),
    y: lerp(tray.y, place.y, share),
  }),
  above: () => 1,
  reach,
});

/** Behind each other two piles are so far apart, in widths of a chip; only at the end they part. */
const [BEHIND, PARTS] = [0.8, 100] as const;

/** Where one of two piles is: one behind the other on their way, and apart where they come to rest. */
export function pileAt({ at, chipPx, next }: WinnersPlace, share: number, nth: 0 | 1): Point {
  const { x, y } = at(share);
  const apart = share ** PARTS;
  return {
    x: x + nth * next.x * apart,
    y: y + nth * lerp((share - 1) * BEHIND * chipPx, next.y, apart),
  };
}

/** Where chips are taken out of the tray; beyond the table, if there is no room for one. */
export const trayMouth = (tray: TrayPlace | null, { width }: Size): Point =>
  tray ?? { x: width / 2, y: -BEYOND * width };

/** Where winners are paid: on their sides, and in a tie on its own place; nowhere without places. */
export function winnersPlaces(
  sides: ChipPlaces | null,
  tie: ChipPlace & ChipWay,
  chipPx: number,
  wayTo: (place: Point) => ChipWay,
): WinnersPlaces | null {
  return (
    sides && {
      left: { ...sides.left, ...wayTo(sides.left), chipPx },
      right: { ...sides.right, ...wayTo(sides.right), chipPx },
      tie: { ...tie, chipPx },
    }
  );
}
