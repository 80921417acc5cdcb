import { clamp01, easeInOut, lerp } from "../tracks.ts";
import type { ChipPlace } from "./bet-arc.ts";
import { STACKS_APART } from "./bet-arc.ts";

interface Point {
  x: number;
  y: number;
}

/** How two piles of chips get to their place that a hand lays down and shoves on. CSS pixels. */
export interface Slide {
  /** Where the hand lays the first of them. */
  readonly from: Point;
  /** Where a pile is so far on its way, 0 to 1. */
  at(share: number, nth: 0 | 1): Point;
}

const endOf = ({ x, y, next }: ChipPlace, nth: 0 | 1): Point => ({
  x: x + nth * next.x,
  y: y + nth * next.y,
});

/**
 * From beneath the middle of a table to one end of its band, along that: it sags by `dip` between its ends, and no card
 * and no total lies there. Both piles go side by side.
 */
export function alongBand(place: ChipPlace, from: Point, dip: number, chipPx: number): Slide {
  return {
    from,
    at(share, nth) {
      const [start, end] = [
        { x: from.x + nth * Math.sign(place.next.x) * STACKS_APART * chipPx, y: from.y },
        endOf(place, nth),
      ];
      // Down onto the band first: what is piled up does not reach up to the cards there.
      const bend = { x: lerp(start.x, end.x, 0.2), y: place.y + dip };
      const along = (axis: "x" | "y") =>
        lerp(lerp(start[axis], bend[axis], share), lerp(bend[axis], end[axis], share), share);
      return { x: along("x"), y: along("y") };
    },
  };
}

/** A pile that follows another in file is so far behind it, in widths of a chip, and leaves so much later. */
const [BEHIND, LATER] = [0.6, 0.12] as const;

/**
 * Down between two cards, one pile behind the other, and apart beneath them: to both ends of a place. `foot` is where
 * what is on the table no longer stands between cards. CSS pixels.
 */
export function betweenCards(place: ChipPlace, from: Point, foot: number, chipPx: number): Slide {
  return {
    from,
    at(share, nth) {
      const end = endOf(place, nth);
      const y = lerp(
        from.y - nth * BEHIND * chipPx,
        end.y,
        clamp01(share * (1 + LATER) - nth * LATER),
      );
      const apart = easeInOut(clamp01((y - foot) / Math.max(1, end.y - foot)));
      return { x: lerp(from.x, end.x, apart), y };
    },
  };
}

/** Straight onto a place, from so far beside it; both piles side by side until they part. */
export function onto(place: ChipPlace, off: Point, chipPx: number): Slide {
  const from = { x: place.x + off.x, y: place.y + off.y };
  return {
    from,
    at(share, nth) {
      const end = endOf(place, nth);
      const x = from.x + nth * Math.sign(place.next.x) * STACKS_APART * chipPx;
      return { x: lerp(x, end.x, share), y: lerp(from.y, end.y, share) };
    },
  };
}
