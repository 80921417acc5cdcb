import type { BetArc } from "./paint/bets.ts";
import type { Size } from "./scene.ts";
import { rimInset } from "./theme.ts";

/** On smaller letters than this, in CSS pixels, nobody reads what is let into the cloth. */
const READ_FROM_PX = 8.5;

/** Something that the band of bets passes beneath: how far from the middle of the table, and its foot. */
interface Above {
  off: number;
  foot: number;
}

/**
 * The band of bets along the lower rim, bent up towards the sides as far as what lies above lets it, and no
 * thicker than so many CSS pixels.
 */
export function betsBelow(
  { width, height }: Size,
  above: readonly Above[],
  thickest: number,
): BetArc {
  const inset = rimInset(height);
  const lowest = Math.max(...above.map(({ foot }) => foot));
  const free = height - 2 * inset - lowest;
  const thick = Math.max(6, Math.min(thickest, height * 0.09, free * 0.6));
  const middle = height - 1.8 * inset - thick / 2 - Math.max(0, free - 2 * thick) * 0.5;
  // The corners of the rim are round.
  const half = width / 2 - inset - Math.min(height * 0.3, 70) * 0.42;
  const rises = above.map(
    ({ off, foot }) => (middle - thick / 2 - foot - 4) / Math.min(1, off / half) ** 2,
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
    typePx: typePx < READ_FROM_PX ? 0 : typePx,
  };
}
