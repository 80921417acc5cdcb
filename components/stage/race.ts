import { RACE_MS } from "./theme.ts";
import { lerp, track, whim } from "./tracks.ts";
import type { Key } from "./tracks.ts";

/** One ball's race: when it is launched and finishes, in ms of phase `revealing`, and where it is. */
export interface Run {
  launchMs: number;
  finishMs: number;
  /** 0 at the gate, 1 on the finish line, a little more where it comes to rest; never falls. */
  at(elapsedMs: number): number;
}

/** Parts of the course that a ball takes at a pace of its own. */
const LEGS = 7;
/** A leg's pace differs by up to this share: enough for the lead to change, too little to look pushed. */
const PACE_SPREAD = 0.62;
/** Near the line all run alike, so that the end is won by inches and not by a jump. */
const LAST_SPREAD = 0.12;
/** How far beyond the line the winner rolls, in lengths of the course; each rank stops a little shorter. */
const RUN_OUT = { winner: 0.068, step: 0.009 } as const;

/** When each rank crosses the line, first place first: gaps differ from round to round. */
function finishTimes(round: number, count: number): number[] {
  let finishMs: number = RACE_MS.firstFinishAt;
  return Array.from({ length: count }, (_, rank) => {
    if (rank > 0) {
      // Squared: many close finishes, few wide gaps.
      finishMs += lerp(RACE_MS.gapMin, RACE_MS.gapMax, whim(round, rank, 1) ** 2);
    }
    return finishMs;
  });
}

function coursePath(
  round: number,
  ball: number,
  launchMs: number,
  finishMs: number,
): (ms: number) => number {
  const times = Array.from({ length: LEGS }, (_, leg) => {
    const spread = leg === LEGS - 1 ? LAST_SPREAD : PACE_SPREAD;
    return 1 + spread * (2 * whim(round, ball, leg, 2) - 1);
  });
  const whole = times.reduce((sum, time) => sum + time, 0);
  const keys: Key[] = [{ atMs: launchMs, value: 0 }];
  let spent = 0;
  for (const [leg, time] of times.entries()) {
    spent += time;
    keys.push({
      atMs: launchMs + ((finishMs - launchMs) * spent) / whole,
      value: (leg + 1) / LEGS,
    });
  }
  return track(keys);
}

/**
 * The race of a round, one run for each ball: `ranks[ball]` is its place, from 1, and `lanes[ball]`
 * its place in the launch order, from 0. The order of finish is the ranking, whatever happens before.
 */
export function raceOf(round: number, ranks: readonly number[], lanes: readonly number[]): Run[] {
  const finishes = finishTimes(round, ranks.length);
  return ranks.map((rank, ball) => {
    const launchMs = RACE_MS.launchAt + (lanes[ball] ?? 0) * RACE_MS.launchEvery;
    const finishMs = finishes[rank - 1] ?? RACE_MS.firstFinishAt;
    const onCourse = coursePath(round, ball, launchMs, finishMs);
    const beyond = RUN_OUT.winner - RUN_OUT.step * (rank - 1);
    return {
      launchMs,
      finishMs,
      at(elapsedMs) {
        if (elapsedMs < finishMs) {
          return onCourse(elapsedMs);
        }
        const share = Math.min(1, (elapsedMs - finishMs) / RACE_MS.runOut);
        return 1 + beyond * (1 - (1 - share) ** 2);
      },
    };
  });
}

/** When the last ball of any race lies still, in ms of phase `revealing`. */
export const RACE_OVER_MS = RACE_MS.firstFinishAt + 5 * RACE_MS.gapMax + RACE_MS.runOut;

/** Two balls within this of each other, in lengths of the course, are changing places on the list. */
const NECK_AND_NECK = 0.004;

/**
 * The row of each ball on the list of leaders, 0 at the top: whole numbers but for balls that are just
 * passing each other, so that rows slide and do not jump.
 */
export function rowsOf(places: readonly number[]): number[] {
  return places.map((place, ball) =>
    places.reduce((row, other, rival) => {
      if (rival === ball) {
        return row;
      }
      const lead = Math.max(-1, Math.min(1, (other - place) / NECK_AND_NECK));
      return row + 0.5 + lead * (0.75 - 0.25 * lead * lead);
    }, 0),
  );
}
