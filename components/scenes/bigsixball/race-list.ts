import { progress } from "../../stage/tracks.ts";
import type { Run } from "./race.ts";
import { RACE_MS, raceMsAt, seenMsOf } from "./times.ts";

/** A length of the course takes about this long: what distances are shown in, in ms. */
const LENGTH_MS = 11_000;

/**
 * How far each ball is behind the leader, in hundredths of a second: by distance while it runs, by the
 * clock once it is in.
 */
function gapsOf(runs: readonly Run[], elapsedMs: number): number[] {
  const firstMs = Math.min(...runs.map((run) => run.finishMs));
  const lead = Math.max(...runs.map((run) => Math.min(1, run.at(elapsedMs))));
  // Behind a leader who is in, time runs on as well.
  const sinceMs = Math.max(0, elapsedMs - firstMs);
  return runs.map((run) => {
    const behindMs =
      elapsedMs >= run.finishMs
        ? run.finishMs - firstMs
        : (lead - run.at(elapsedMs)) * LENGTH_MS + sinceMs;
    return Math.round(behindMs / 10);
  });
}

/** The row of each ball on the list of leaders, 0 at the top; level balls in the order of the sides. */
export function rowsOf(places: readonly number[]): number[] {
  return places.map(
    (place, ball) =>
      places.filter((other, rival) => other > place || (other === place && rival < ball)).length,
  );
}

/*
 * Moments of the list are those of the phase, as it is timed: in slow motion it would stand for a second what the
 * picture shows to be wrong.
 */

const placesWhen = (runs: readonly Run[], seenMs: number): number[] =>
  runs.map((run) => run.at(raceMsAt(seenMs)));

/** How long two take to change places on the list, in ms; then all stand for a while before any other does. */
const [CHANGE_MS, STANDS_MS] = [180, 240];
/** How closely the balls are watched, in ms. */
const WATCH_MS = 40;
/** Balls so near each other are level: their rows do not flicker. In lengths of the course; a ball is 0.008 of one. */
const LEVEL = 0.0025;

/** When balls are ranked anew, in ms of phase `revealing` as it is timed, in rising order: as soon as the list is seen to be wrong. */
function updateTimes(runs: readonly Run[]): number[] {
  const updates = [-STANDS_MS, 0];
  let shown = rowsOf(runs.map((run) => run.at(0)));
  let isSettled = false;
  for (let ms = WATCH_MS; ms <= RACE_MS.restsAt; ms += WATCH_MS) {
    const places = placesWhen(runs, ms);
    // A new leader is told at once, and everybody once one is in.
    const isClose = places.every((place) => place < 1);
    const isWrong = places.some((place, ball) =>
      places.some((other, rival) => {
        const [row, above] = [shown[ball] ?? 0, shown[rival] ?? 0];
        return row > above && place > other + (isClose && above > 0 ? LEVEL : 0);
      }),
    );
    const isDone: boolean = !isSettled && places.every((place) => place >= 1);
    if (ms - (updates.at(-1) ?? 0) >= STANDS_MS && (isWrong || isDone)) {
      updates.push(ms);
      shown = rowsOf(places);
      isSettled = isDone;
    }
  }
  return updates;
}

/** Found once for each race: they are asked for in every frame. */
const known = new WeakMap<readonly Run[], number[]>();

function updatesOf(runs: readonly Run[]): number[] {
  const updates = known.get(runs) ?? updateTimes(runs);
  known.set(runs, updates);
  return updates;
}

/** Where a ball is on the list: its row, and how far it is on its way to another, -1 to 1. */
export interface ListPlace {
  row: number;
  /** Above 0 it leaves downwards or has come from above, below 0 the other way round; 0 at rest. */
  away: number;
}

/**
 * A place on the way from one row to another, 0 to 1: the old row for the first half, the new one for
 * the second, so that no two balls are ever in one row.
 */
function placeBetween(before: number, after: number, share: number): ListPlace {
  if (before === after) {
    return { row: after, away: 0 };
  }
  const towards = Math.sign(after - before);
  return share < 0.5
    ? { row: before, away: towards * 2 * share }
    : { row: after, away: -towards * 2 * (1 - share) };
}

/** What the list says, balls in the order of the sides. */
interface List {
  places: ListPlace[];
  /** Hundredths of a second behind the leader at this very moment; in the order of the rows, so that none falls. */
  gaps: number[];
  /** Whether all were in: the gaps are times. */
  settled: boolean;
}

/** The list at a moment: the balls as they are, but for the time that two of them take to change places. */
export function listAt(runs: readonly Run[], elapsedMs: number): List {
  const updates = updatesOf(runs);
  const seenMs = seenMsOf(elapsedMs);
  const nth = Math.max(
    1,
    updates.findLastIndex((ms) => ms <= seenMs),
  );
  const [beforeMs, rankedMs] = [updates[nth - 1] ?? 0, updates[nth] ?? 0];
  const [before = [], now = []] = [beforeMs, rankedMs].map((ms) => rowsOf(placesWhen(runs, ms)));
  const changed = progress(seenMs, rankedMs, CHANGE_MS);
  // All rows are the new ones from the middle of the change on.
  const shownMs = changed < 0.5 ? beforeMs : rankedMs;
  const places = now.map((row, ball) => placeBetween(before[ball] ?? row, row, changed));
  const gaps = gapsOf(runs, elapsedMs).toSorted((a, b) => a - b);
  return {
    places,
    gaps: places.map(({ row }) => gaps[row] ?? 0),
    settled: runs.every((run) => run.finishMs <= raceMsAt(shownMs)),
  };
}
