import { pickRaceKind } from "../../../src/games/bigsixball/race-kind.ts";
import type { RaceKind } from "../../../src/games/bigsixball/race-kind.ts";
import { cosmeticNoise } from "../../../src/round/cosmetic-noise.ts";
import { clamp01, lerp } from "../../stage/easing.ts";
import { course } from "./courses.ts";
import { EDGE, HOME_AT, layField } from "./field.ts";
import { gapMs } from "./finish-gaps.ts";
import { jostled } from "./race-jostle.ts";
import type { Run } from "./race-jostle.ts";
import { RACE_MS } from "./times.ts";

/** A race, with marbles in the order of the sides. */
export interface Race {
  runs: readonly Run[];
  /** Start of the home straight, in ms. Until then the runs do not depend on the ranking. */
  homeMs: number;
}

/** Distance that the winner rolls beyond the line, in widths. */
const ROLL_OUT = 7.2;
/** Maximum distance between two marbles at rest, in widths. */
const MAX_REST_GAP = 1.1;
/** Distance between two marbles at rest per millisecond between their finishes, in widths. */
const REST_GAP_PER_MS = 0.01;
/** Maximum deviation from a steady run home, in 1/16 width, because `(t * (1 - t)) ** 2` peaks at 1/16. */
const DEVIATION = 7;
/**
 * How far a marble lags halfway along the home straight, in 1/16 of the distance that it gains on the field by the
 * finish. So marbles gain late, where the race is in slow motion.
 */
const LAG = 3;

/** When each rank finishes, first place first. Gaps differ from round to round. */
function finishTimes(round: number, count: number, kind: RaceKind): number[] {
  let finishMs = lerp(RACE_MS.firstFrom, RACE_MS.firstUntil, cosmeticNoise(round, 0, 1));
  return Array.from({ length: count }, (_, place) => {
    if (place > 0) {
      finishMs += gapMs(kind, place, cosmeticNoise(round, place, 1));
    }
    return finishMs;
  });
}

/** Distance that each rank rolls beyond the line, with gaps in proportion to those in time. */
function restingPlaces(finishes: readonly number[]): number[] {
  let beyond = ROLL_OUT;
  return finishes.map((finishMs, i) => {
    beyond -= Math.min(MAX_REST_GAP, (finishMs - (finishes[i - 1] ?? finishMs)) * REST_GAP_PER_MS);
    return beyond;
  });
}

/** Share of the home straight in which a marble reaches its steady speed. */
const EASE_IN = 0.2;
/** Share of the home straight in which a marble changes to the speed of its roll-out. */
const EASE_OUT = 0.12;

/**
 * The position on the way from `from` to `to` at `t`, 0 to 1. The speed changes smoothly from `startSpeed` to a steady
 * speed, and near the end to `endSpeed`; both are in widths per unit of `t`.
 */
function steady(
  from: number,
  to: number,
  [startSpeed, endSpeed]: readonly [number, number],
  t: number,
) {
  const steadySpeed =
    (to - from - (startSpeed * EASE_IN + endSpeed * EASE_OUT) / 2) / (1 - (EASE_IN + EASE_OUT) / 2);
  const [eased, left] = [Math.min(t, EASE_IN), Math.max(0, t - 1 + EASE_OUT)];
  return (
    from +
    steadySpeed * t +
    (startSpeed - steadySpeed) * (eased - eased ** 2 / (2 * EASE_IN)) +
    ((endSpeed - steadySpeed) * left ** 2) / (2 * EASE_OUT)
  );
}

let cached: { round: number; field: ReturnType<typeof layField> } | undefined;

/** Time of an even field for the course, in ms. */
const FIELD_MS = RACE_MS.fieldAt - RACE_MS.launchAt;

/** The distance of an even field at `ms`, the same in every race. */
export const fieldDistanceAt = (ms: number): number =>
  course.distanceAt(clamp01((ms - RACE_MS.launchAt) / FIELD_MS));

/** A round's field, cached. Computing it takes up to 20 ms, so it is done before the race. */
export function fieldForRound(round: number) {
  cached = cached?.round === round ? cached : { round, field: layField(round) };
  return cached.field;
}

/**
 * A round's race: `ranks[marble]` is its rank, from 1. Every marble starts in its own lane. The marbles always finish
 * in the order of the ranking, but nothing depends on it until the home straight.
 */
export function raceForRound(round: number, ranks: readonly number[]): Race {
  const field = fieldForRound(round);
  const { launchAt: launchMs, fieldAt: fieldFinishMs, over: overMs } = RACE_MS;
  const homeMs = launchMs + course.timeAt(HOME_AT) * FIELD_MS;
  const pace = (fieldDistanceAt(homeMs + 20) - fieldDistanceAt(homeMs - 20)) / 40;
  const fieldPace = (course.length - HOME_AT) / (fieldFinishMs - homeMs);
  const finishes = finishTimes(round, ranks.length, pickRaceKind(round, ranks));
  const rests = restingPlaces(finishes);
  const runs = ranks.map((rank, marble): Run => {
    const finishMs = finishes[rank - 1] ?? fieldFinishMs;
    const beyond = rests[rank - 1] ?? 0;
    const start = field.marbleDistance(marble, HOME_AT);
    const homeDurationMs = finishMs - homeMs;
    // The roll-out starts at the speed of the finish.
    const rollOutPace = (2 * beyond) / (overMs - finishMs);
    const speeds = [pace * homeDurationMs, rollOutPace * homeDurationMs] as const;
    const deviation = DEVIATION * (2 * cosmeticNoise(round, marble, rank, 4) - 1);
    const lag = LAG * (course.length - start - fieldPace * homeDurationMs);
    const marbleDistanceAt = (ms: number): number => {
      if (ms < homeMs) {
        return field.marbleDistance(marble, fieldDistanceAt(ms));
      }
      if (ms < finishMs) {
        const t = (ms - homeMs) / homeDurationMs;
        return steady(start, course.length, speeds, t) + (deviation - lag) * (t * (1 - t)) ** 2;
      }
      return (
        course.length + beyond * (1 - (1 - clamp01((ms - finishMs) / (overMs - finishMs))) ** 2)
      );
    };
    return {
      finishMs,
      at: (ms) => (ms === finishMs ? 1 : marbleDistanceAt(ms) / course.length),
      across: (ms) => field.marbleAcross(marble, fieldDistanceAt(ms)),
    };
  });
  const straight = {
    round,
    homeMs,
    overMs,
    length: course.length,
    room: (distance: number) => course.halfWidth(distance) - EDGE,
  };
  return { runs: jostled(runs, straight), homeMs };
}
