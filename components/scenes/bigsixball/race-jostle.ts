import { clamp01, easeInOut } from "../../stage/tracks.ts";

/*
 * Why the winner gets away: on the last straight, where the ranking decides, others clip each other and lose speed
 * while it has a lane to itself. When each of them is in was settled before, and stays as it was.
 */

/** When neighbours may touch, in ms after the last straight has begun, and how closely moments are looked at. */
const [EARLIEST_MS, LATEST_MS, EACH_MS] = [260, 1_100, 50];
/** How long they lean towards each other, and sway once they have touched, in ms. */
const [LEANS_MS, SWAYS_MS] = [240, 700];
/** How near their middles come, and how far apart along the course they are then, at best and at most. In widths. */
const [TOUCHING, CLIPPING, FAR] = [1.03, 0.7, 1];
/** Who is as near as this to the winner on the line was not held up, in ms. */
const NEAR_MS = 100;
/** How far a touch throws a ball back, in widths. */
const THROWN = 0.7;

/** What is known of one ball: when it is in, and where it is, as `Run` says it. */
interface Rolling {
  finishMs: number;
  at(ms: number): number;
  across(ms: number): number;
}

interface Touch {
  pair: readonly [number, number];
  ms: number;
  /** How far from clipping each other best they are. */
  off: number;
}

/** The touches of a last straight: of neighbours who are beaten clearly, none of them in two. */
function touchesOf(runs: readonly Rolling[], homeMs: number, length: number): Touch[] {
  const lanes = [...runs.keys()].toSorted(
    (a, b) => acrossOf(runs, a, homeMs) - acrossOf(runs, b, homeMs),
  );
  const firstMs = Math.min(...runs.map(({ finishMs }) => finishMs));
  const all = lanes.slice(1).flatMap((one, i) => {
    const pair = [one, lanes[i] ?? one] as const;
    const touches: Touch[] = [];
    for (let ms = homeMs + EARLIEST_MS; ms <= homeMs + LATEST_MS; ms += EACH_MS) {
      const [at = 0, other = 0] = pair.map((ball) => runs[ball]?.at(ms));
      const apart = Math.abs(at - other) * length;
      if (apart < FAR && pair.every((ball) => (runs[ball]?.finishMs ?? 0) > firstMs + NEAR_MS)) {
        touches.push({ pair, ms, off: Math.abs(apart - CLIPPING) });
      }
    }
    return touches;
  });
  const chosen: Touch[] = [];
  for (const touch of all.toSorted((a, b) => a.off - b.off)) {
    if (!chosen.some(({ pair }) => pair.some((ball) => touch.pair.includes(ball)))) {
      chosen.push(touch);
    }
  }
  return chosen;
}

const acrossOf = (runs: readonly Rolling[], ball: number, ms: number) =>
  runs[ball]?.across(ms) ?? 0;

/** How far towards each other two are at a moment that touch at another, -1 to 1: they sway from it. */
function leaning(sinceMs: number): number {
  const swayed = clamp01(sinceMs / SWAYS_MS);
  return sinceMs < 0
    ? easeInOut(clamp01(1 + sinceMs / LEANS_MS))
    : (1 - swayed) ** 2 * Math.cos(3 * Math.PI * swayed);
}

/** The runs of a race with what happens on its last straight, on a course that is so long in widths. */
export function jostled<Run extends Rolling>(
  runs: readonly Run[],
  homeMs: number,
  length: number,
): readonly Run[] {
  const touches = touchesOf(runs, homeMs, length);
  const atOf = (run: Rolling, touchMs: number) => (ms: number) => {
    // At once, and made good by the line.
    const share = clamp01((ms - touchMs) / (run.finishMs - touchMs));
    return run.at(ms) - ((THROWN / length) * 256 * share * (1 - share) ** 3) / 27;
  };
  return runs.map((run, ball) => {
    const touch = touches.find(({ pair }) => pair.includes(ball));
    const other = runs[touch?.pair.find((one) => one !== ball) ?? -1];
    if (!touch || !other) {
      return run;
    }
    const [at, there] = [atOf(run, touch.ms), atOf(other, touch.ms)];
    return {
      ...run,
      at,
      across(ms) {
        const gap = other.across(ms) - run.across(ms);
        const along = (at(ms) - there(ms)) * length;
        const least = Math.sqrt(Math.max(0, TOUCHING ** 2 - along ** 2));
        const room = Math.max(0, Math.abs(gap) - least);
        return run.across(ms) + (Math.sign(gap) * room * leaning(ms - touch.ms)) / 2;
      },
    };
  });
}
