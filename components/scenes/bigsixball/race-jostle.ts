import { cosmeticNoise } from "../../../src/round/cosmetic-noise.ts";
import { clamp01, lerp } from "../../stage/easing.ts";

/*
 * How marbles move across the course on the home straight. Their finish times are fixed, but not their lines: a marble
 * joins the pack, follows a slipstream, pulls out to pass, leans on its neighbour, and loses a little in a touch.
 * Each step depends only on the steps before it, never on the outcome.
 */

const STEP_MS = 10;
/** Minimum distance between the centres of two marbles, in widths. */
export const TOUCHING = 1.03;
/** Sideways distance kept from a marble that is passed, in widths. */
const PASS_GAP = 1.12;
/** Maximum distance to a marble whose slipstream is followed, in widths. */
const SLIPSTREAM_REACH = 4.5;
/** A marble pulls out this long before it would be level with another, in seconds. */
const PULL_OUT_S = 0.42;
/** Steering strengths, in widths per second squared per width of offset; `lean` is constant. */
const STEER = { ownLine: 4, slipstream: 9, pass: 38, lean: 3 } as const;
/** Maximum sideways acceleration, in widths per second squared. */
const MAX_STEER = 16;
/** Maximum sideways speed, in widths per second. */
const MAX_SPEED = 2.8;
/** Damping of the sideways speed, per second. */
const DAMPING = 2.2;
/** Share of the closing speed that two marbles keep after a touch. */
const BOUNCE = 0.55;
/** Pace below which a marble steers less, in widths per second. */
const FULL_STEER_PACE = 7;
/** Distance lost by a touch, in widths per width per second of closing speed. */
const LOSS_PER_SPEED = 0.32;
/** Maximum distance lost by one touch, in widths. */
const MAX_LOSS = 0.65;
/** Maximum number of touches that slow a marble down. */
const MAX_TOUCHES = 2;
/** Minimum time between two touches that slow a marble down, and before the finish, in ms. */
const CALM_MS = 420;
/** Minimum closing speed of a touch that slows a marble down, in widths per second. */
const MIN_TOUCH_SPEED = 0.5;

/** How much a marble that is being passed steers away, as a fraction of the passing marble's steering. */
const YIELD = 0.3;
/** Maximum gap beyond `PASS_GAP` at which a marble leans back towards the other, in widths. */
const LEAN_REACH = 1.6;
/** Maximum sideways distance of a marble whose slipstream draws another, in widths. */
const SLIPSTREAM_WIDTH = 2.6;
/** A marble's own line: how far the field's centre pulls it, and its greatest distance from there, in widths. */
const OWN_LINE = { middle: 0.4, reach: 2.2 } as const;
/** The maximum of x (1 − x)³, at x = 1/4. */
const CURVE_MAX = 27 / 256;
/** Number of passes over all pairs of marbles in a step, so that separated marbles do not overlap with others. */
const SEPARATIONS = 6;

/** One marble's run. Times are in ms since the race began. */
export interface Run {
  finishMs: number;
  /** Position along the course: 0 at the gate, 1 on the line, a little more at rest. Never decreases. */
  at(elapsedMs: number): number;
  /** Distance to the right of the course's centre line, in widths. */
  across(elapsedMs: number): number;
}

/** A home straight: its start and end in ms, the length of the course, and the maximum distance from the centre. */
interface Straight {
  round: number;
  homeMs: number;
  overMs: number;
  length: number;
  room(distance: number): number;
}

/** A touch that slows a marble down, and the distance it loses, in widths. */
interface Touch {
  ms: number;
  loss: number;
}

/** Distance that a marble has lost by its touches, in widths; regained before the line. */
function lostDistance(touches: readonly Touch[], ms: number, finishMs: number): number {
  let sum = 0;
  for (const { ms: fromMs, loss } of touches) {
    const share = clamp01((ms - fromMs) / (finishMs - fromMs));
    sum += (loss * share * (1 - share) ** 3) / CURVE_MAX;
  }
  return sum;
}

/** One marble, in widths and seconds. */
interface Mover {
  distance: number;
  pace: number;
  y: number;
  speed: number;
}

/** A marble's sideways acceleration, given the others. */
function steering(own: Mover, others: readonly Mover[], line: number): number {
  let [pull, drawn, nearest] = [STEER.ownLine * (line - own.y), 0, SLIPSTREAM_REACH];
  for (const other of others) {
    const [ahead, off] = [other.distance - own.distance, own.y - other.y];
    const side = off < 0 ? -1 : 1;
    const closing = own.pace - other.pace;
    const isSoon =
      ahead > 0
        ? ahead < TOUCHING + closing * PULL_OUT_S
        : -ahead < TOUCHING - closing * PULL_OUT_S;
    if (Math.abs(ahead) < TOUCHING || isSoon) {
      const room = PASS_GAP - Math.abs(off);
      const yields = ahead < 0 ? YIELD : 1;
      if (room > 0) {
        pull += side * STEER.pass * room * yields;
      } else if (room > -LEAN_REACH) {
        pull -= side * STEER.lean;
      }
    } else if (ahead > 0 && ahead < nearest && Math.abs(off) < SLIPSTREAM_WIDTH) {
      nearest = ahead;
      drawn = -off * STEER.slipstream * (1 - ahead / SLIPSTREAM_REACH);
    }
  }
  return Math.max(-MAX_STEER, Math.min(MAX_STEER, pull + drawn));
}

/** Separates two overlapping marbles. Returns their closing speed. */
function separate(one: Mover, other: Mover): number {
  const along = one.distance - other.distance;
  if (Math.abs(along) >= TOUCHING) {
    return 0;
  }
  const minimum = Math.sqrt(TOUCHING ** 2 - along ** 2);
  const off = one.y - other.y;
  const overlap = minimum - Math.abs(off);
  if (overlap <= 0) {
    return 0;
  }
  const side = off < 0 ? -1 : 1;
  one.y += (side * overlap) / 2;
  other.y -= (side * overlap) / 2;
  const closing = (other.speed - one.speed) * side;
  if (closing > 0) {
    const back = (side * closing * (1 + BOUNCE)) / 2;
    [one.speed, other.speed] = [one.speed + back, other.speed - back];
  }
  return closing;
}

/** The sideways positions of all marbles on the home straight, one row per step, and their touches. */
function simulate(runs: readonly Run[], { round, homeMs, overMs, length, room }: Straight) {
  const touches: Touch[][] = runs.map(() => []);
  const distanceAt = (marble: number, ms: number) => {
    const run = runs[marble];
    return run ? run.at(ms) * length - lostDistance(touches[marble] ?? [], ms, run.finishMs) : 0;
  };
  const movers = runs.map((run, marble): Mover => ({
    distance: distanceAt(marble, homeMs),
    pace: 0,
    y: run.across(homeMs),
    speed: 0,
  }));
  const rows = [movers.map(({ y }) => y)];
  // Seeded by the marbles' positions, never by their ranks.
  const noises = movers.map(({ y }) =>
    [1, 2, 3].map((index) => cosmeticNoise(round, Math.round(y * 64), index)),
  );
  const touch = (marble: number, ms: number, closing: number) => {
    const [own, run] = [touches[marble], runs[marble]];
    const lastMs = own?.at(-1)?.ms ?? 0;
    if (
      own &&
      run &&
      own.length < MAX_TOUCHES &&
      ms > lastMs + CALM_MS &&
      ms < run.finishMs - CALM_MS
    ) {
      own.push({ ms, loss: Math.min(MAX_LOSS, LOSS_PER_SPEED * closing) });
    }
  };
  for (let ms = homeMs + STEP_MS; ms < overMs + STEP_MS; ms += STEP_MS) {
    const before = movers.map(({ y }) => y);
    const middle = before.reduce((sum, y) => sum + y, 0) / before.length;
    movers.forEach((mover, marble) => {
      const distance = distanceAt(marble, ms);
      mover.pace = ((distance - mover.distance) * 1_000) / STEP_MS;
      mover.distance = distance;
    });
    const steered = movers.map((mover, marble) => {
      const [a = 0, b = 0, c = 0] = noises[marble] ?? [];
      const own =
        middle * OWN_LINE.middle +
        lerp(-OWN_LINE.reach, OWN_LINE.reach, a) +
        Math.sin((ms / 1_000) * lerp(2, 4, b) + 7 * c);
      return steering(
        mover,
        movers.filter((other) => other !== mover),
        own,
      );
    });
    movers.forEach((mover, marble) => {
      const grip = Math.min(1, mover.pace / FULL_STEER_PACE);
      const speed =
        (mover.speed + ((steered[marble] ?? 0) * grip * STEP_MS) / 1_000) *
        Math.exp((-DAMPING * STEP_MS) / 1_000);
      mover.speed = Math.max(-MAX_SPEED, Math.min(MAX_SPEED, speed)) * Math.min(1, grip * 2);
      mover.y += (mover.speed * STEP_MS) / 1_000;
    });
    for (let pass = 0; pass < SEPARATIONS; pass++) {
      movers.forEach((one, i) => {
        for (let j = 0; j < i; j++) {
          const other = movers[j];
          const closing = other ? separate(one, other) : 0;
          if (closing > MIN_TOUCH_SPEED) {
            touch(i, ms, closing);
            touch(j, ms, closing);
          }
        }
      });
      for (const mover of movers) {
        const limit = room(mover.distance);
        if (Math.abs(mover.y) > limit) {
          mover.y = Math.sign(mover.y) * limit;
          mover.speed *= -BOUNCE;
        }
      }
    }
    rows.push(movers.map(({ y }) => y));
  }
  return { rows, touches };
}

/** Adds the movements of the home straight to the runs of a race. */
export function jostled(runs: readonly Run[], straight: Straight): readonly Run[] {
  const { homeMs, length } = straight;
  let found: ReturnType<typeof simulate> | undefined;
  // Simulated only once the home straight is drawn.
  const simulation = () => (found ??= simulate(runs, straight));
  return runs.map((run, marble) => ({
    ...run,
    at: (ms) =>
      ms <= homeMs || ms >= run.finishMs
        ? run.at(ms)
        : run.at(ms) - lostDistance(simulation().touches[marble] ?? [], ms, run.finishMs) / length,
    across(ms) {
      if (ms <= homeMs) {
        return run.across(ms);
      }
      const { rows } = simulation();
      const step = Math.min((ms - homeMs) / STEP_MS, rows.length - 1.001);
      const [from, to] = [
        rows[Math.floor(step)]?.[marble] ?? 0,
        rows[Math.floor(step) + 1]?.[marble] ?? 0,
      ];
      return lerp(from, to, step % 1);
    },
  }));
}
