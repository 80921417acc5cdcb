import { clamp01 } from "../../stage/tracks.ts";
import type { Point } from "./course.ts";
import type { BallShown } from "./race-shown.ts";

/** Where two balls touch, and how brightly. */
interface Touch extends Point {
  alpha: number;
  /** Which two, in the order of the balls. */
  pair: readonly [number, number];
}

/** What is looked at of a ball. */
export type Touching = Pick<BallShown, "x" | "y" | "at" | "seen" | "speed">;

/** So near two balls touch, in widths, and then no more. */
const [TOUCHING, APART] = [1.03, 1.12];

/** Where two balls on the course touch; the closest of them. */
export function touchOf(balls: readonly Touching[]): Touch {
  let touch: Touch = { x: 0, y: 0, alpha: 0, pair: [0, 0] };
  balls.forEach((one, i) => {
    for (const [nth, other] of balls.slice(0, i).entries()) {
      const gap = Math.hypot(one.x - other.x, one.y - other.y);
      const alpha =
        Math.min(one.seen, other.seen, one.speed) * clamp01((APART - gap) / (APART - TOUCHING));
      if (one.at > 0.05 && one.at < 1 && alpha > touch.alpha) {
        touch = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, alpha, pair: [nth, i] };
      }
    }
  });
  return touch;
}
