import type { Run } from "./race.ts";

/*
 * What a viewer has seen of a race. Lights, list, names, words and camera are made of this and of nothing
 * else: it holds no ranking and no moment to come, so none of them can name a winner before the balls do.
 */

/** What was seen of a race until a moment. Balls in the order of the sides. */
export interface Seen {
  /** That moment, in ms of phase `revealing`. */
  ms: number;
  /** Where the balls were at a moment, this one at the latest. */
  placesAt(ms: number): number[];
  /** When each ball crossed the line, in ms; null for one that has not. */
  inAtMs: readonly (number | null)[];
}

export function seenOf(runs: readonly Run[], ms: number): Seen {
  return {
    ms,
    placesAt: (atMs) => runs.map((run) => run.at(Math.min(atMs, ms))),
    inAtMs: runs.map(({ finishMs }) => (finishMs <= ms ? finishMs : null)),
  };
}

/** When the nth ball crossed the line, from 1; never, as far as was seen, before that. */
export function inMs({ inAtMs }: Seen, nth: number): number {
  const times = inAtMs.filter((atMs) => atMs !== null).toSorted((a, b) => a - b);
  return times[nth - 1] ?? Number.POSITIVE_INFINITY;
}

/** The moment when the first ball was so far, to the millisecond; null if none has been. */
function leadAtMs({ ms, placesAt }: Seen, along: number): number | null {
  const isThere = (atMs: number) => Math.max(...placesAt(atMs)) >= along;
  if (!isThere(ms)) {
    return null;
  }
  let [before, after] = [0, ms];
  while (after - before > 1) {
    const middle = (before + after) / 2;
    [before, after] = isThere(middle) ? [before, middle] : [middle, after];
  }
  return after;
}

/**
 * So little before the line, and so near each other, the eye cannot tell the first two apart, in lengths. Of 2,500 photo finishes
 * the widest was 0.0038.
 */
const [CALLED_FROM, CALLED_WITHIN] = [0.985, 0.0041];

/** When it was clear that the finish is too close for the eye, in ms; null if it is not, or not yet. */
export function closeFrom(seen: Seen): number | null {
  const atMs = leadAtMs(seen, CALLED_FROM);
  if (atMs === null) {
    return null;
  }
  const [first = 0, second = 0] = seen.placesAt(atMs).toSorted((a, b) => b - a);
  return first - second <= CALLED_WITHIN ? atMs : null;
}
