import type { Entries } from "./race-moment.ts";
import { raceMsAt } from "./times.ts";
import { touchOf } from "./touch.ts";

/** Where sparks fly, on the ground, and how many, 0 to 1. */
export interface Sparks {
  x: number;
  y: number;
  alpha: number;
}

export const NO_SPARKS: Sparks = { x: 0, y: 0, alpha: 0 };

/** Sparks go out so long after two have touched, in ms as it is seen; it is looked back in steps of that length. */
const [LASTS_MS, STEP_MS] = [280, 40];

/** The sparks of a race at a moment of its phase, as that is timed: they go along with the two that struck them. */
export function sparksAt({ runs, course }: Entries, ms: number): Sparks {
  const ballsAt = (seenMs: number) => {
    const raceMs = raceMsAt(seenMs);
    return runs.map((run) => {
      const at = run.at(raceMs);
      const far = at * course.length;
      const { x, y } = course.path.at(far, run.across(raceMs));
      return { x, y, at, seen: course.inSight(far), speed: 1 };
    });
  };
  const now = ballsAt(ms);
  let sparks = NO_SPARKS;
  for (let agoMs = 0; agoMs < LASTS_MS; agoMs += STEP_MS) {
    const { pair, ...touch } = touchOf(agoMs === 0 ? now : ballsAt(ms - agoMs));
    const alpha = touch.alpha * (1 - agoMs / LASTS_MS);
    const [one, other] = [now[pair[0]], now[pair[1]]];
    if (one && other && alpha > sparks.alpha) {
      sparks = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, alpha };
    }
  }
  return sparks;
}
