import { raceKindOf } from "../../../src/games/bigsixball/race-kind.ts";
import { whim } from "../../../src/round/whim.ts";
import { progress, track } from "../../stage/tracks.ts";
import type { Key } from "../../stage/tracks.ts";
import { stories } from "./race-story.ts";
import type { RaceStory } from "./race-story.ts";
import { RACE_MS } from "./times.ts";

/** One ball's race: when it is launched and finishes, in ms of phase `revealing`, and where it is. */
export interface Run {
  launchMs: number;
  finishMs: number;
  /** 0 at the gate, 1 on the finish line, a little more where it comes to rest; never falls. */
  at(elapsedMs: number): number;
}

/** Whatever the story, a ball gains at least this much from key to key, in lengths of the course. */
const LEAST_GAIN = 0.03;

/** How far beyond the line each rank rolls out, in lengths of the course: the picture keeps the order. */
const BEYOND = [0.19, 0.152, 0.126, 0.098, 0.084, 0.07] as const;
/** Rolling out it loses its pace later than by friction alone: the line itself slows nobody. */
const ROLL_OUT = 1.6;

/** When each rank crosses the line, first place first: gaps differ from round to round. */
function finishTimes(round: number, count: number, story: RaceStory): number[] {
  let finishMs = story.firstFinishAt;
  return Array.from({ length: count }, (_, place) => {
    if (place > 0) {
      finishMs += story.gapMs(place, whim(round, place, 1));
    }
    return finishMs;
  });
}

/** Where a ball is between its launch and the line. */
function coursePath(
  seeds: { round: number; ball: number; rank: number },
  launchMs: number,
  finishMs: number,
  { pace, spread, lead }: RaceStory,
): (ms: number) => number {
  const keys: Key[] = [{ atMs: launchMs, value: 0 }];
  let before = 0;
  for (const [key, { time, along }] of pace.entries()) {
    const strays = spread * (2 * whim(seeds.round, seeds.ball, key, 2) - 1);
    // Near the line nobody strays far: the end is won by inches and not by a jump.
    const near = Math.min(1, (1 - along) * 4);
    const left = pace.length - key;
    const value = along + (lead(seeds.rank, key) ?? strays * near);
    before = Math.min(Math.max(value, before + LEAST_GAIN), 1 - left * 0.012);
    keys.push({ atMs: launchMs + (finishMs - launchMs) * time, value: before });
  }
  keys.push({ atMs: finishMs, value: 1 });
  return track(keys);
}

/**
 * The race of a round, one run for each ball: `ranks[ball]` is its place, from 1, and `lanes[ball]`
 * its place in the launch order, from 0. The order of finish is the ranking, whatever happens before.
 */
export function raceOf(round: number, ranks: readonly number[], lanes: readonly number[]): Run[] {
  const story = stories[raceKindOf(round, ranks)];
  const finishes = finishTimes(round, ranks.length, story);
  return ranks.map((rank, ball) => {
    const launchMs = RACE_MS.launchAt + (lanes[ball] ?? 0) * RACE_MS.launchEvery;
    const finishMs = finishes[rank - 1] ?? story.firstFinishAt;
    const onCourse = coursePath({ round, ball, rank }, launchMs, finishMs, story);
    const beyond = BEYOND[rank - 1] ?? 0;
    // Who is in first has the longest way: all come to rest together.
    const rollMs = Math.max(RACE_MS.runOut, RACE_MS.over - finishMs);
    return {
      launchMs,
      finishMs,
      at(elapsedMs) {
        if (elapsedMs < finishMs) {
          return onCourse(elapsedMs);
        }
        const share = Math.min(1, (elapsedMs - finishMs) / rollMs);
        return 1 + beyond * (1 - (1 - share) ** ROLL_OUT);
      },
    };
  });
}

/** A length of the course takes about this long: what distances are shown in, in ms. */
const LENGTH_MS = 7_800;

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

/** When the last ball of any race lies still, in ms of phase `revealing`; and when the camera rests. */
export const RACE_OVER_MS = RACE_MS.over;
export const RACE_RESTS_MS = RACE_MS.back.at + RACE_MS.back.length;

/** The row of each ball on the list of leaders, 0 at the top; level balls in the order of the sides. */
export function rowsOf(places: readonly number[]): number[] {
  return places.map(
    (place, ball) =>
      places.filter((other, rival) => other > place || (other === place && rival < ball)).length,
  );
}

/**
 * Balls are ranked anew at most twice in so long, in ms. While the race is open one of these is kept for
 * a change of the leader, which is shown at once; once the first is in there are no more of those.
 */
const TWICE_IN_MS = 1_000;
/** How long two take to change places on the list, in ms; then all stand for a while before any other does. */
const [CHANGE_MS, STANDS_MS] = [180, 220];
/** How closely the lead is watched, in ms. */
const WATCH_MS = 20;

/** When balls are ranked anew, in ms of phase `revealing`, in rising order. */
function updateTimes(runs: readonly Run[]): number[] {
  const firstMs = Math.min(...runs.map((run) => run.finishMs));
  const leaderAt = (ms: number) => rowsOf(runs.map((run) => run.at(ms))).indexOf(0);
  const updates = [-TWICE_IN_MS, 0];
  let [before, last] = updates as [number, number];
  let leader = leaderAt(last);
  for (let ms = WATCH_MS; ms <= RACE_MS.over; ms += WATCH_MS) {
    const isOpen = ms < firstMs;
    const isDue = ms - last >= (isOpen ? TWICE_IN_MS : TWICE_IN_MS / 2);
    const isLed = ms - last >= STANDS_MS && leaderAt(ms) !== leader;
    if (ms - before >= TWICE_IN_MS && (isDue || isLed)) {
      [before, last, leader] = [last, ms, leaderAt(ms)];
      updates.push(ms);
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
  /** Hundredths of a second behind the leader; from the same moment as the rows, so that none falls. */
  gaps: number[];
  /** Whether all were in: the gaps are times. */
  settled: boolean;
}

/** The list at a moment: updated now and then, so that balls side by side and figures do not flicker. */
export function listAt(runs: readonly Run[], elapsedMs: number): List {
  const updates = updatesOf(runs);
  const nth = Math.max(
    1,
    updates.findLastIndex((ms) => ms <= elapsedMs),
  );
  const [beforeMs, rankedMs] = [updates[nth - 1] ?? 0, updates[nth] ?? 0];
  const rowsWhen = (ms: number) => rowsOf(runs.map((run) => run.at(ms)));
  const [before, now] = [rowsWhen(beforeMs), rowsWhen(rankedMs)];
  const changed = progress(elapsedMs, rankedMs, CHANGE_MS);
  // All rows are the new ones from the middle of the change on.
  const shownMs = changed < 0.5 ? beforeMs : rankedMs;
  return {
    places: now.map((row, ball) => placeBetween(before[ball] ?? row, row, changed)),
    gaps: gapsOf(runs, shownMs),
    settled: runs.every((run) => run.finishMs <= shownMs),
  };
}
