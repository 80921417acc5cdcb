import { clamp01, easeInOut, lerp, progress } from "../../stage/tracks.ts";
import { AT_GATES } from "./course.ts";
import type { Camera, Point } from "./course.ts";
import type { Course } from "./courses.ts";
import { bowlOf } from "./paint/outline.ts";
import { RACE_MS } from "./times.ts";

/** The camera looks at the middle of so much of the course, before and behind what it follows, in widths of a ball. */
const AROUND = 5;
/** From where to where before the line it comes to the line, and up close. */
const [COMES, RESTS] = [28, 2];
/** How far before the line it looks then, as the first crosses, and when all are in. */
const [BEFORE, CROSSING, AFTER] = [5, 1.6, -4.2];
/** So far ahead of the balls it looks at most, and once they are in: those behind would not be seen in a narrow box. */
const [AHEAD, BEYOND] = [0.4, 4.6];
/** From where to where before the line it looks further on, to the line, and from where to where behind it it draws back. */
const [NEARS, NEAR, LEAVES, LEFT] = [18, 1, 0.2, 8.6];
/**
 * Balls that are so far behind the first are among those that it is close to, and less and less so further back, in
 * widths: along the course, and across it.
 */
const [NEXT, BESIDE] = [
  { until: 5.6, out: 8 },
  { until: 8, out: 11 },
] as const;
/** How far it looks back at once for those that fall back, as a share of one. */
const AT_ONCE = 0.65;
/** It is out of all of the course, across. */
const ASIDE = 8;
/** How much of the way to the middle of the balls it goes. */
const TO_BALLS = 0.72;

/** Where a camera that goes along with something that is so far looks: the course's bends are smoothed. */
function along({ path, length }: Course, far: number): Point {
  let [x, y, count] = [0, 0, 0];
  for (let off = -AROUND; off <= AROUND; off += 1) {
    const point = path.at(Math.min(far + off + 1.5, length + 6));
    [x, y, count] = [x + point.x, y + point.y, count + 1];
  }
  return { x: x / count, y: y / count };
}

/** From how far before it to how far in it, and from how far in it to how far behind it, the camera comes to and leaves a bowl and a neck. */
const OVER = { bowl: [-10, 3, -1, 6], neck: [-14, 1, -1.5, 4.5] } as const;

/** How far the camera stands over a bowl or a neck, 0 to 1, when balls are so far; and the middle of that. */
function over({ stretches, path }: Course, far: number, feature: "bowl" | "neck") {
  const { from = 0, to = 0 } = stretches.find((one) => one.feature === feature) ?? {};
  const [comes, there, goes, gone] = OVER[feature];
  const share =
    to > 0
      ? easeInOut(clamp01((far - from - comes) / (there - comes))) *
        (1 - easeInOut(clamp01((far - to - goes) / (gone - goes))))
      : 0;
  return { share, middle: path.at((from + to) / 2) };
}

const toward = (from: Point, to: Point, share: number): Point => ({
  x: lerp(from.x, to.x, share),
  y: lerp(from.y, to.y, share),
});

/** What balls take up of the ground: its middle, and how far it reaches. */
export interface Spread extends Point {
  wide: number;
  high: number;
  /** The same, as they are now. */
  now: Camera["balls"];
}

/** How far apart the smallest and the largest of some numbers are, and what is half way between. */
function reachOf(values: readonly number[]): { wide: number; middle: number } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return { wide: most - least, middle: (least + most) / 2 };
}

/**
 * What balls take up that were at some points one moment before another, now first: it grows and shrinks smoothly. There
 * is one moment at least.
 */
export function spreadOf(moments: readonly (readonly Point[])[]): Spread {
  const spreads = moments.map((points) => ({
    x: reachOf(points.map(({ x }) => x)),
    y: reachOf(points.map(({ y }) => y)),
  }));
  const mean = (of: (spread: (typeof spreads)[number]) => number) =>
    spreads.reduce((sum, spread) => sum + of(spread), 0) / spreads.length;
  const { x, y } = spreads[0] as (typeof spreads)[number];
  const now = { x: x.middle, y: y.middle, wide: x.wide, high: y.wide };
  return { ...now, wide: mean((one) => one.x.wide), high: mean((one) => one.y.wide), now };
}

/**
 * What the balls in front take up of the course: across it, with the middle of that, and from the first one back, in
 * widths of a ball. `back` follows those that fall back sooner than `long` does: the camera looks further back at once,
 * and only then draws back.
 */
export interface Pack {
  middle: number;
  wide: number;
  long: number;
  back: number;
}

/** What those in front took up at some moments, smoothly. `far` is how far a ball was along the course, and `across` across it. */
export function packOf(moments: readonly (readonly { far: number; across: number }[])[]): Pack {
  const packs = moments.map((balls) => {
    const lead = Math.max(...balls.map(({ far }) => far));
    const left = (far: number, { until, out }: { until: number; out: number }) =>
      easeInOut(clamp01((lead - far - until) / (out - until)));
    return {
      least: Math.min(...balls.map(({ far, across }) => across + ASIDE * left(far, BESIDE))),
      most: Math.max(...balls.map(({ far, across }) => across - ASIDE * left(far, BESIDE))),
      long: Math.max(...balls.map(({ far }) => (lead - far) * (1 - left(far, NEXT)))),
    };
  });
  const mean = (of: (pack: (typeof packs)[number]) => number) =>
    packs.reduce((sum, pack) => sum + of(pack), 0) / packs.length;
  const [least, most] = [mean((pack) => pack.least), mean((pack) => pack.most)];
  const long = mean((pack) => pack.long);
  const back = lerp(long, packs[0]?.long ?? 0, AT_ONCE);
  return { middle: (least + most) / 2, wide: most - least, long, back };
}

/**
 * The camera of a race, at the gates, along with the balls, over a bowl or a neck and at the line: it follows what is seen.
 * `places` are how far balls are along the course, `spread` what they take up of the ground, and `pack` what those in
 * front take up of the course, in widths of a ball.
 */
export function cameraAt(
  course: Course,
  places: readonly number[],
  spread: Spread,
  pack: Pack,
  ms: number,
): Camera {
  const lead = Math.max(...places);
  const mean = places.reduce((sum, far) => sum + far, 0) / places.length;
  const far = Math.max(0, Math.min(lerp(mean, lead, 0.55), course.length));
  const gates = 1 - easeInOut(clamp01(far / 13));
  const { share: bowl } = over(course, far, "bowl");
  const neck = over(course, far, "neck");
  const line = easeInOut(clamp01((far - course.length + COMES) / (COMES - RESTS)));
  const beyond = lead - course.length;
  const close = 1 - easeInOut(clamp01((beyond - LEAVES) / (LEFT - LEAVES)));
  const push = easeInOut(clamp01((beyond + NEARS) / (NEARS - NEAR))) * close;
  const middle = bowlOf(course);
  let at = toward(along(course, far), spread, TO_BALLS);
  at = middle ? toward(at, middle, bowl) : at;
  // A funnel is looked into from above in every race: the camera waits over it until all are through.
  at = toward(at, neck.middle, neck.share);
  const rolled = easeInOut(clamp01((lerp(mean, lead, 0.7) - course.length + 3) / 10));
  const before = lerp(lerp(BEFORE, CROSSING, push), AFTER, rolled);
  const most = far + lerp(AHEAD, BEYOND, rolled);
  const on = lerp(Math.min(course.length - before, most), lead - pack.back / 2, close);
  at = toward(at, course.path.at(on, pack.middle * close), line);
  at = toward(at, AT_GATES, gates);
  const share = progress(ms, RACE_MS.wholeAt, RACE_MS.whole);
  const whole = easeInOut(Math.min(1, share / 0.5)) * (1 - easeInOut(clamp01((share - 0.5) / 0.5)));
  // At the gates they stand in their stalls, which are in the picture as they are.
  const off = clamp01(far / 3);
  const [wide, high] = [spread.wide * off, spread.high * off];
  return {
    ...at,
    gates,
    bowl,
    line,
    close,
    pack: { wide: pack.wide * off, long: pack.long * off },
    whole,
    wide,
    high,
    balls: spread.now,
  };
}
