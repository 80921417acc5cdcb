import { READ_FROM_PX } from "../../../src/look/typefaces.ts";
import { clearHeight, rimInset } from "../measures.ts";
import type { Size } from "../scene.ts";
import type { BetArc } from "./paint/bets.ts";

/** Where chips are stacked, in CSS pixels. */
export interface ChipPlace {
  x: number;
  y: number;
  /** From there to the second stack. */
  next: { x: number; y: number };
}

/** Where the chips of either side are stacked. */
export interface ChipPlaces {
  left: ChipPlace;
  right: ChipPlace;
}

/** Between the middles of two stacks, in widths of a chip. */
const STACKS_APART = 1.03;

/** The share of the band that the plate of the result lies over, where it stands in its middle. */
const PLATE = 0.6;

/** Stacks on the outer ends of a band: the first so many CSS pixels from its end, the second further in. */
export function stacksOn(arc: BetArc, chipPx: number, fromEnd: number): ChipPlaces {
  const at = (side: -1 | 1, end: number) => {
    const angle = arc.half - end / arc.radius;
    return {
      x: arc.x + side * arc.radius * Math.sin(angle),
      y: arc.y + arc.radius * Math.cos(angle),
    };
  };
  const place = (side: -1 | 1): ChipPlace => {
    const [outer, inner] = [at(side, fromEnd), at(side, fromEnd + STACKS_APART * chipPx)];
    return { ...outer, next: { x: inner.x - outer.x, y: inner.y - outer.y } };
  };
  return { left: place(-1), right: place(1) };
}

/**
 * Something that the band of bets passes beneath: how far from the middle of the table, its foot, and how high
 * what is piled up on the band there stands out of it. CSS pixels.
 */
interface Above {
  off: number;
  foot: number;
  piled?: number;
}

/**
 * The band of bets along the lower rim, bent up towards the sides as far as what lies above lets it, and no
 * thicker than so many CSS pixels. In a tall box the plate of the result is nearly as wide as the table, and
 * the band lies above it; otherwise on both sides of it.
 */
export function betsBelow(
  { width, height }: Size,
  above: readonly Above[],
  thickest: number,
  isTall: boolean,
): BetArc {
  const inset = rimInset(height);
  const lowest = Math.max(...above.map(({ foot }) => foot));
  const floor = isTall ? clearHeight(height) : height - 1.8 * inset;
  const free = floor - lowest;
  const thick = Math.max(6, Math.min(thickest, height * 0.09, free * 0.6));
  const middle = floor - thick / 2 - Math.max(0, free - 2 * thick) * 0.5;
  // The corners of the rim are round.
  const half = width / 2 - inset - Math.min(height * 0.3, 70) * 0.42;
  const rises = above.map(
    ({ off, foot, piled = 0 }) =>
      (middle - thick / 2 - piled - foot - 4) / Math.min(1, off / half) ** 2,
  );
  const rise = Math.max(2, Math.min(half * 0.3, ...rises));
  const radius = (half ** 2 + rise ** 2) / (2 * rise);
  const typePx = thick * 0.52;
  return {
    x: width / 2,
    y: middle - radius,
    radius,
    thick,
    half: Math.asin(half / radius),
    house: isTall ? 0.2 : PLATE,
    // In a tall box the names are near enough.
    typePx: isTall || typePx < READ_FROM_PX ? 0 : typePx,
  };
}
