import { clamp01 } from "../../stage/tracks.ts";
import type { Spark } from "./race-shown.ts";

/** Balls in neighbouring lanes that are no further apart than this push each other, in lengths of the course. */
const NEAR = 0.034;
/** How far at most, in lanes. */
const PUSH = 0.13;
/** As one passes the other, dust flies while they are no further apart than this. */
const TOUCH = 0.009;
/** Which gain of one on the other in `SINCE_MS` counts as passing; level balls only roll along. */
const PASSING = 0.0022;
/** How far back to look to see how fast one ball gains on another. */
export const SINCE_MS = 100;
/** Where they do so: between the launch and the last stretch, which is won by pace alone. */
const [FROM, TO] = [0.12, 0.84];

/** No dust. */
export const NO_SPARK: Spark = { along: 0, lane: 0, alpha: 0, spread: 0 };

/**
 * How balls push each other aside. `lanes` are theirs, `places` how far along they are, and `before` how
 * far they were `SINCE_MS` ago. Answers how far each is out of the middle of its lane, in lanes, and the
 * dust of the closest touch.
 */
export function jostle(
  lanes: readonly number[],
  places: readonly number[],
  before: readonly number[],
): { sways: number[]; spark: Spark } {
  const sways = lanes.map(() => 0);
  let spark = NO_SPARK;
  lanes.forEach((lane, i) => {
    const j = lanes.indexOf(lane + 1);
    const [at, other] = [places[i] ?? 0, places[j] ?? Number.NaN];
    const apart = at - other;
    const open =
      clamp01((Math.min(at, other) - FROM) / 0.04) * clamp01((TO - Math.max(at, other)) / 0.04);
    const push = PUSH * open * clamp01(1 - Math.abs(apart) / NEAR) ** 2;
    if (!(push > 0)) {
      return;
    }
    sways[i] = (sways[i] ?? 0) - push;
    sways[j] = (sways[j] ?? 0) + push;
    const gained = Math.abs(apart - ((before[i] ?? 0) - (before[j] ?? 0)));
    const alpha = open * clamp01(gained / PASSING) * clamp01(1 - Math.abs(apart) / TOUCH);
    if (alpha > spark.alpha) {
      spark = { along: (at + other) / 2, lane: lane + 0.5, alpha, spread: Math.abs(apart) / TOUCH };
    }
  });
  return { sways, spark };
}
