import { cosmeticNoise } from "../../../src/round/cosmetic-noise.ts";
import { clamp01, lerp } from "../../stage/tracks.ts";

/*
 * How balls find their way across the last straight. When each of them is in was settled before; where it rolls is
 * not: it goes to the others, takes the slipstream of one ahead, pulls out to pass, leans on one beside it, and is
 * thrown back a little as they touch. Each step is made of the steps before it and of nothing to come.
 */

/** A step, in ms. */
const STEP_MS = 10;
/** Nearer than this two middles never come, in widths. */
const TOUCHING = 1.03;
/** How much room is left beside one that is passed, and how far ahead one is whose slipstream is taken, in widths. */
const [BESIDE, BEHIND] = [1.12, 4.5];
/** Who would be beside another within so long pulls out, in seconds. */
const SOON_S = 0.42;
/** What a ball does for its own line, for a slipstream, to pass and to lean, by widths a second in a second. */
const [OWN, DRAWN, PASSES, LEANS] = [4, 9, 38, 3];
/** How hard it is steered at most, how fast it goes across, and how fast it loses that. */
const [STEERED, FASTEST, HELD] = [16, 2.8, 2.2];
/** What is left of how fast two came together. */
const SPRINGS = 0.55;
/** Slower than this, in widths a second, a ball steers less. */
const ROLLS = 7;
/** How far a touch throws a ball back by how hard it was, and at most; how often, and until how long before its finish. */
const [THROWN, MOST, TIMES, CALM_MS] = [0.32, 0.65, 2, 420];
/** How hard two come together that are thrown back, in widths a second. */
const HARD = 0.5;

/** What is known of one ball: when it is in, and where it is, as `Run` says it. */
interface Rolling {
  finishMs: number;
  at(ms: number): number;
  across(ms: number): number;
}

/** A last straight: from when until when, how long its course is, and how far from the middle a ball rolls there at most. */
interface Straight {
  round: number;
  homeMs: number;
  overMs: number;
  length: number;
  room(far: number): number;
}

interface Throw {
  ms: number;
  by: number;
}

/** How far a ball is held up, in widths: at once, and made good by the line. */
function heldUp(throws: readonly Throw[], ms: number, finishMs: number): number {
  let sum = 0;
  for (const { ms: fromMs, by } of throws) {
    const share = clamp01((ms - fromMs) / (finishMs - fromMs));
    sum += (by * 256 * share * (1 - share) ** 3) / 27;
  }
  return sum;
}

/** One ball on its way, in widths and seconds. */
interface Mover {
  far: number;
  pace: number;
  y: number;
  speed: number;
}

/** How a ball is steered by the others. */
function steering(own: Mover, others: readonly Mover[], line: number): number {
  let [pull, drawn, nearest] = [OWN * (line - own.y), 0, BEHIND];
  for (const other of others) {
    const [ahead, off] = [other.far - own.far, own.y - other.y];
    const side = off < 0 ? -1 : 1;
    const closing = own.pace - other.pace;
    const isSoon =
      ahead > 0 ? ahead < TOUCHING + closing * SOON_S : -ahead < TOUCHING - closing * SOON_S;
    if (Math.abs(ahead) < TOUCHING || isSoon) {
      const room = BESIDE - Math.abs(off);
      // A passed marble holds its line.
      const yields = ahead < 0 ? 0.3 : 1;
      pull += room > 0 ? side * PASSES * room * yields : room > -1.6 ? -side * LEANS : 0;
    } else if (ahead > 0 && ahead < nearest && Math.abs(off) < 2.6) {
      nearest = ahead;
      drawn = -off * DRAWN * (1 - ahead / BEHIND);
    }
  }
  return Math.max(-STEERED, Math.min(STEERED, pull + drawn));
}

/** Keeps two apart that would overlap; how hard they came together. */
function parted(one: Mover, other: Mover): number {
  const along = one.far - other.far;
  if (Math.abs(along) >= TOUCHING) {
    return 0;
  }
  const least = Math.sqrt(TOUCHING ** 2 - along ** 2);
  const off = one.y - other.y;
  const lacks = least - Math.abs(off);
  if (lacks <= 0) {
    return 0;
  }
  const side = off < 0 ? -1 : 1;
  one.y += (side * lacks) / 2;
  other.y -= (side * lacks) / 2;
  const hard = (other.speed - one.speed) * side;
  if (hard > 0) {
    const back = (side * hard * (1 + SPRINGS)) / 2;
    [one.speed, other.speed] = [one.speed + back, other.speed - back];
  }
  return hard;
}

/** The way of all balls across a last straight, a row for each step, and what throws them back. */
function waysOf(runs: readonly Rolling[], { round, homeMs, overMs, length, room }: Straight) {
  const throws: Throw[][] = runs.map(() => []);
  const farOf = (ball: number, ms: number) => {
    const run = runs[ball];
    return run ? run.at(ms) * length - heldUp(throws[ball] ?? [], ms, run.finishMs) : 0;
  };
  const movers = runs.map((run, ball): Mover => ({
    far: farOf(ball, homeMs),
    pace: 0,
    y: run.across(homeMs),
    speed: 0,
  }));
  const rows = [movers.map(({ y }) => y)];
  // By where they come from, never by their places.
  const noises = movers.map(({ y }) =>
    [1, 2, 3].map((nth) => cosmeticNoise(round, Math.round(y * 64), nth)),
  );
  const throwBack = (ball: number, ms: number, hard: number) => {
    const [own, run] = [throws[ball], runs[ball]];
    const lastMs = own?.at(-1)?.ms ?? 0;
    if (own && run && own.length < TIMES && ms > lastMs + CALM_MS && ms < run.finishMs - CALM_MS) {
      own.push({ ms, by: Math.min(MOST, THROWN * hard) });
    }
  };
  for (let ms = homeMs + STEP_MS; ms < overMs + STEP_MS; ms += STEP_MS) {
    const before = movers.map(({ y }) => y);
    const middle = before.reduce((sum, y) => sum + y, 0) / before.length;
    movers.forEach((mover, ball) => {
      const far = farOf(ball, ms);
      mover.pace = ((far - mover.far) * 1_000) / STEP_MS;
      mover.far = far;
    });
    const steered = movers.map((mover, ball) => {
      const [a = 0, b = 0, c = 0] = noises[ball] ?? [];
      const own =
        middle * 0.4 + lerp(-2.2, 2.2, a) + Math.sin((ms / 1_000) * lerp(2, 4, b) + 7 * c);
      return steering(
        mover,
        movers.filter((other) => other !== mover),
        own,
      );
    });
    movers.forEach((mover, ball) => {
      const rolls = Math.min(1, mover.pace / ROLLS);
      const speed =
        (mover.speed + ((steered[ball] ?? 0) * rolls * STEP_MS) / 1_000) *
        Math.exp((-HELD * STEP_MS) / 1_000);
      mover.speed = Math.max(-FASTEST, Math.min(FASTEST, speed)) * Math.min(1, rolls * 2);
      mover.y += (mover.speed * STEP_MS) / 1_000;
    });
    for (let again = 0; again < 6; again++) {
      movers.forEach((one, i) => {
        for (let nth = 0; nth < i; nth++) {
          const other = movers[nth];
          const hard = other ? parted(one, other) : 0;
          if (hard > HARD) {
            throwBack(i, ms, hard);
            throwBack(nth, ms, hard);
          }
        }
      });
      for (const mover of movers) {
        const most = room(mover.far);
        if (Math.abs(mover.y) > most) {
          mover.y = Math.sign(mover.y) * most;
          mover.speed *= -SPRINGS;
        }
      }
    }
    rows.push(movers.map(({ y }) => y));
  }
  return { rows, throws };
}

/** The runs of a race with what happens on its last straight. */
export function jostled<Run extends Rolling>(
  runs: readonly Run[],
  straight: Straight,
): readonly Run[] {
  const { homeMs, length } = straight;
  let found: ReturnType<typeof waysOf> | undefined;
  // Only who gets there looks for it.
  const ways = () => (found ??= waysOf(runs, straight));
  return runs.map((run, ball) => ({
    ...run,
    at: (ms) =>
      ms <= homeMs || ms >= run.finishMs
        ? run.at(ms)
        : run.at(ms) - heldUp(ways().throws[ball] ?? [], ms, run.finishMs) / length,
    across(ms) {
      if (ms <= homeMs) {
        return run.across(ms);
      }
      const { rows } = ways();
      const step = Math.min((ms - homeMs) / STEP_MS, rows.length - 1.001);
      const [from, to] = [
        rows[Math.floor(step)]?.[ball] ?? 0,
        rows[Math.floor(step) + 1]?.[ball] ?? 0,
      ];
      return lerp(from, to, step % 1);
    },
  }));
}
