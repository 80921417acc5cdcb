import type { Run } from "./race-jostle.ts";

/*
 * A race up to a time. Lights, list, names, captions and cameras are derived from it alone. It contains no ranking and
 * nothing from the future, so none of them can name a winner before the marbles do.
 */

/** Marbles are in the order of the sides. */
export interface RaceSoFar {
  /** In ms from the start of `revealing`. */
  ms: number;
  /** The positions at a given time, at most the `ms` above. */
  placesAt(ms: number): number[];
  /** When each marble finished, in ms; null before. */
  finishedMs: readonly (number | null)[];
}

export function raceSoFar(runs: readonly Run[], ms: number): RaceSoFar {
  return {
    ms,
    placesAt: (atMs) => runs.map((run) => run.at(Math.min(atMs, ms))),
    finishedMs: runs.map(({ finishMs }) => (finishMs <= ms ? finishMs : null)),
  };
}

/** When the first marble finished; infinity before. */
export const firstFinishMs = ({ finishedMs }: RaceSoFar): number =>
  Math.min(...finishedMs.filter((atMs) => atMs !== null));

/** When the first marble reached a position, to the millisecond; null before. */
function leadAtMs({ ms, placesAt }: RaceSoFar, along: number): number | null {
  const isThere = (atMs: number) => Math.max(...placesAt(atMs)) >= along;
  if (!isThere(ms)) {
    return null;
  }
  let [beforeMs, afterMs] = [0, ms];
  while (afterMs - beforeMs > 1) {
    const middleMs = (beforeMs + afterMs) / 2;
    [beforeMs, afterMs] = isThere(middleMs) ? [beforeMs, middleMs] : [middleMs, afterMs];
  }
  return afterMs;
}

/** Position of the leader at which a photo finish is called, in lengths of the course. */
const CALL_AT = 0.985;
/** Maximum gap between the first two in a photo finish, in lengths. The widest of 2,500 was 0.0038. */
const CALL_WITHIN = 0.0041;

/** When a photo finish is called, in ms; null before, and if there is none. */
export function photoCallMs(race: RaceSoFar): number | null {
  const atMs = leadAtMs(race, CALL_AT);
  if (atMs === null) {
    return null;
  }
  const [first = 0, second = 0] = race.placesAt(atMs).toSorted((a, b) => b - a);
  return first - second <= CALL_WITHIN ? atMs : null;
}
