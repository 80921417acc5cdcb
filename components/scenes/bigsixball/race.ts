import { raceKindOf } from "../../../src/games/bigsixball/race-kind.ts";
import type { RaceKind } from "../../../src/games/bigsixball/race-kind.ts";
import { cosmeticNoise } from "../../../src/round/cosmetic-noise.ts";
import { clamp01, lerp } from "../../stage/tracks.ts";
import { course } from "./courses.ts";
import { EDGE, Field } from "./field.ts";
import { jostled } from "./race-jostle.ts";
import { gapMs } from "./race-story.ts";
import { RACE_MS } from "./times.ts";

/** One ball's race: when it is launched and finishes, in ms of phase `revealing`, and where it is. */
export interface Run {
  launchMs: number;
  finishMs: number;
  /** 0 at the gate, 1 on the finish line, a little more where it comes to rest; never falls. */
  at(elapsedMs: number): number;
  /** How far it is to the right of the middle of the course, in widths of a ball. */
  across(elapsedMs: number): number;
}

/** A race, its balls in the order of the sides. */
export interface Race {
  runs: readonly Run[];
  /** From here on the ranking decides how balls run, in ms; until then it says nothing of it. */
  homeMs: number;
}

/** How far beyond the line the first would roll out, and how much further than the next a ball does at most, in widths. */
const [BEYOND, APART] = [8.3, 1.1];
/** How far the next one rests behind it for each millisecond between them, in widths. */
const APART_BY_MS = 0.01;
/** How far a ball strays from its steady way home at most, in sixteenths of a width: that is the top of `(t * (1 - t)) ** 2`. */
const STRAY = 7;
/** How far it lags halfway home, in sixteenths of what it gains on the field: it gains late, where the race is seen slowly. */
const LATE = 3;

/** When each rank crosses the line, first place first: gaps differ from round to round. */
function finishTimes(round: number, count: number, kind: RaceKind): number[] {
  let finishMs = lerp(RACE_MS.firstFrom, RACE_MS.firstUntil, cosmeticNoise(round, 0, 1));
  return Array.from({ length: count }, (_, place) => {
    if (place > 0) {
      finishMs += gapMs(kind, place, cosmeticNoise(round, place, 1));
    }
    return finishMs;
  });
}

/** How far beyond the line each rank rolls out: balls lie as far apart as they were in time. */
function restingPlaces(finishes: readonly number[]): number[] {
  let beyond = BEYOND;
  return finishes.map((finishMs, i) => {
    beyond -= Math.min(APART, (finishMs - (finishes[i - 1] ?? finishMs)) * APART_BY_MS);
    return beyond;
  });
}

/** For how much of the last straight a ball comes to the speed that it keeps there, and leaves that for the one it rolls out at. */
const [COMES_TO, LEAVES] = [0.2, 0.12];

/** How far a ball is from `from` to `to` on the way from 0 to 1: at one steady speed, which it comes to and leaves gently. */
function steady(from: number, to: number, [before, after]: readonly [number, number], t: number) {
  const most =
    (to - from - (before * COMES_TO + after * LEAVES) / 2) / (1 - (COMES_TO + LEAVES) / 2);
  const [begun, left] = [Math.min(t, COMES_TO), Math.max(0, t - 1 + LEAVES)];
  return (
    from +
    most * t +
    (before - most) * (begun - begun ** 2 / (2 * COMES_TO)) +
    ((after - most) * left ** 2) / (2 * LEAVES)
  );
}

let found: { round: number; field: Field } | undefined;

/** The field of a round. Finding it takes up to 20 ms, so it is asked for before the race. */
export function fieldOf(round: number): Field {
  found = found?.round === round ? found : { round, field: new Field(course, round) };
  return found.field;
}

/**
 * The race of a round, one run for each ball: `ranks[ball]` is its place, from 1, and `lanes[ball]`
 * its place in the launch order, from 0. The order of finish is the ranking, whatever happens before; and until
 * the last straight nothing depends on it.
 */
export function raceOf(round: number, ranks: readonly number[], lanes: readonly number[]): Race {
  const field = fieldOf(round);
  const { launchAt, fieldAt, over } = RACE_MS;
  const fieldMs = fieldAt - launchAt;
  const farAt = (ms: number) => course.farAt(clamp01((ms - launchAt) / fieldMs));
  const homeMs = launchAt + course.timeOf(field.homeAt) * fieldMs;
  const pace = (farAt(homeMs + 20) - farAt(homeMs - 20)) / 40;
  const fieldPace = (course.length - field.homeAt) / (fieldAt - homeMs);
  const finishes = finishTimes(round, ranks.length, raceKindOf(round, ranks));
  const rests = restingPlaces(finishes);
  const runs = ranks.map((rank, ball): Run => {
    const lane = lanes[ball] ?? ball;
    const finishMs = finishes[rank - 1] ?? fieldAt;
    const beyond = rests[rank - 1] ?? 0;
    const start = field.farOf(lane, field.homeAt);
    const homeLong = finishMs - homeMs;
    // It rolls out as fast as it crosses the line.
    const out = (2 * beyond) / (over - finishMs);
    const slopes = [pace * homeLong, out * homeLong] as const;
    const stray = STRAY * (2 * cosmeticNoise(round, ball, rank, 4) - 1);
    const late = LATE * (course.length - start - fieldPace * homeLong);
    const farOf = (ms: number): number => {
      if (ms < homeMs) {
        return field.farOf(lane, farAt(ms));
      }
      if (ms < finishMs) {
        const t = (ms - homeMs) / homeLong;
        return steady(start, course.length, slopes, t) + (stray - late) * (t * (1 - t)) ** 2;
      }
      return course.length + beyond * (1 - (1 - clamp01((ms - finishMs) / (over - finishMs))) ** 2);
    };
    return {
      launchMs: launchAt,
      finishMs,
      at: (ms) => (ms === finishMs ? 1 : farOf(ms) / course.length),
      across: (ms) => field.acrossOf(lane, farAt(ms)),
    };
  });
  const straight = {
    round,
    homeMs,
    overMs: over,
    length: course.length,
    room: (far: number) => course.halfWidth(far) - EDGE,
  };
  return { runs: jostled(runs, straight), homeMs };
}
