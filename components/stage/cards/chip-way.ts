import type { Paid } from "../bets/payment.ts";
import type { Size } from "../scene.ts";
import { clamp01, easeInOut, lerp } from "../tracks.ts";
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

/** The cloth that no card and no name lies on, around a table: how far from its middle the lane is, and how high. */
export interface Lane {
  out: number;
  top: number;
}

/** How tightly the way goes around a corner of the table: 1 would be straight through. */
const CORNER = 5;

/** From the tray along the far edge, around the corner and down along the side, to a place. */
export function alongRail(
  place: Point,
  tray: Point,
  { width }: Size,
  { out, top }: Lane,
  side: -1 | 1 = place.x < width / 2 ? -1 : 1,
): ChipWay {
  const lane = {
    x: width / 2 + side * Math.max(out, Math.abs(place.x - width / 2)),
    y: Math.min(top, tray.y),
  };
  const around = Math.abs(lane.x - tray.x) + Math.abs(place.y - lane.y);
  const long = tray.y - lane.y + around + Math.abs(lane.x - place.x);
  const begins = (tray.y - lane.y) / long;
  // 0 in the lane behind the tray, 1 in that beside the place.
  const turned = (share: number) => clamp01(((share - begins) * long) / around);
  return {
    at(share) {
      const way = turned(share);
      const past = clamp01(
        (share - begins - around / long) / Math.max(1e-6, 1 - begins - around / long),
      );
      const y = share < begins ? lerp(tray.y, lane.y, share / begins) : lane.y;
      return {
        x: lerp(lerp(tray.x, lane.x, 1 - (1 - way) ** CORNER), place.x, past),
        y: lerp(y, place.y, way ** CORNER),
      };
    },
    above: (share) => 1 - easeInOut(clamp01(2 * turned(share) - 0.5)),
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
  tray ?? { x: width / 2, y: -0.1 * width };

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
