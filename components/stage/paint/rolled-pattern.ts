import { clamp01 } from "../tracks.ts";

/*
 * The patterns of `ball-face.ts` on a ball that rolls: the same four times around it, a quarter of a turn apart, as
 * its number is, so that pictures of a quarter of a turn are all that is needed.
 */

/** A quarter of a turn, in radians. */
export const QUARTER = Math.PI / 2;

/** How far beyond the edge of the pale part of a pattern a point is, in radii; below 0 it is pale. */
type Beyond = (turn: number, aside: number, wide: number) => number;

/** `turn` is how far along the ball a point is from the middle of its number, in radians; `aside` how far across. */
const patterns: readonly Beyond[] = [
  () => 1,
  (_, aside) => Math.abs(aside) - 0.34,
  (_, aside) => -aside,
  (turn, aside, wide) => Math.min(Math.abs(aside), Math.abs(Math.sin(turn) * wide)) - 0.2,
  (turn, aside, wide) => 0.6 * Math.sin(2 * turn) * wide * aside,
  (turn, aside, wide) => {
    const along = (Math.abs(turn) - QUARTER / 2) * wide;
    return (
      Math.min(Math.hypot(along, aside), Math.hypot(turn * wide, Math.abs(aside) - 0.74)) - 0.19
    );
  },
];

/**
 * Fills a square of pixels, `side` wide from `left` and `top` of an image, with a ball from above that has rolled
 * so far to the right, in radians.
 */
export function fillRolled(
  image: ImageData,
  { left, top, side }: { left: number; top: number; side: number },
  { pattern, fill, pale }: { pattern: number; fill: readonly number[]; pale: readonly number[] },
  rolled: number,
): void {
  const beyond = patterns[pattern % patterns.length] ?? patterns[0];
  const radius = side / 2;
  for (let down = 0; down < side; down++) {
    const y = (down + 0.5) / radius - 1;
    for (let across = 0; across < side; across++) {
      const x = (across + 0.5) / radius - 1;
      const out = Math.hypot(x, y);
      if (out >= 1 || !beyond) {
        continue;
      }
      const wide = Math.sqrt(1 - y * y);
      const turned = Math.asin(Math.max(-1, Math.min(1, x / wide))) - rolled;
      const turn = turned - QUARTER * Math.round(turned / QUARTER);
      const share = clamp01(0.5 - beyond(turn, y, wide) * radius * 0.7);
      const at = 4 * ((top + down) * image.width + left + across);
      for (const channel of [0, 1, 2]) {
        const [from, to] = [fill[channel] ?? 0, pale[channel] ?? 0];
        image.data[at + channel] = from + (to - from) * share;
      }
      image.data[at + 3] = 255 * clamp01((0.98 - out) * radius);
    }
  }
}
