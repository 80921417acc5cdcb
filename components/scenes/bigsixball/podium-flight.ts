import { easeIn, easeOut, lerp, progress } from "../../stage/tracks.ts";

/** A ball in the air: its middle and its diameter, in CSS pixels. */
export interface Flying {
  x: number;
  y: number;
  diameter: number;
}

/** How much of its way a ball still rises on, and how far over its step it has come by then. */
const [RISES, OVER] = [0.6, 0.86];

/**
 * A ball on its way onto its step, `up` from 0 to 1: from beside the picture it leaps over at a height that clears
 * whoever stands there already, and comes down on its own block. `clearY` is the lowest that its middle may be then.
 */
export function flightOf(up: number, from: Flying, to: Flying, clearY: number): Flying {
  const top = Math.min(clearY, from.y, to.y);
  const x = up < RISES ? (OVER * up) / RISES : lerp(OVER, 1, (up - RISES) / (1 - RISES));
  return {
    x: lerp(from.x, to.x, x),
    y: lerp(
      lerp(from.y, top, easeOut(progress(up, 0, RISES))),
      to.y,
      easeIn(progress(up, RISES, 1 - RISES)),
    ),
    diameter: lerp(from.diameter, to.diameter, up),
  };
}
