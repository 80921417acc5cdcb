import type { Size } from "../scene.ts";

/** Something that stands in an upper corner of a box: where its middle is, and how far it reaches from there. */
interface Corner {
  x: number;
  half: number;
}

/** A box around its middle. */
type Around = Size & { x: number; y: number };

/**
 * Where the middle of a card is to be seen in a box so wide that would be seen at `x`: nowhere beneath what stands
 * in the corners, but there where it has no room between them. `reach` is from its middle to either side, with what
 * is to be free beside it at the least; `airPx` is free beside the corners, where there is room for it. All in CSS pixels.
 */
export function besideCorners(
  x: number,
  reach: number,
  corners: readonly Corner[],
  width: number,
  airPx = 0,
): number {
  const left = corners.filter((corner) => corner.x < width / 2);
  const right = corners.filter((corner) => corner.x >= width / 2);
  const least = Math.max(0, ...left.map((corner) => corner.x + corner.half + reach));
  const most = Math.min(width, ...right.map((corner) => corner.x - corner.half - reach));
  const air = Math.min(airPx, (most - least) / 2);
  return air < 0 ? x : Math.max(least + air, Math.min(most - air, x));
}

/** How far apart two boxes around their middles are, in CSS pixels; below 0 where they share points. */
export function apartPx(one: Around, other: Around): number {
  return Math.max(
    Math.abs(one.x - other.x) - (one.width + other.width) / 2,
    Math.abs(one.y - other.y) - (one.height + other.height) / 2,
  );
}
