import type { Play } from "../../stage/scene.ts";
import { clamp01, easeIn, easeInOut, easeOut, lerp, progress } from "../../stage/tracks.ts";
import { cameraAt, packOf, spreadOf } from "./camera.ts";
import { AT_GATES } from "./course.ts";
import { courseAt, courseOf, GATE, STALL } from "./courses.ts";
import type { Course } from "./courses.ts";
import { listAt } from "./race-list.ts";
import { closeFrom, inMs, rankOf, seenOf } from "./race-seen.ts";
import type { BallShown, RaceRun } from "./race-shown.ts";
import { raceOf } from "./race.ts";
import type { Race } from "./race.ts";
import { RACE_MS } from "./times.ts";

/** What a game with a race says of its outcome. */
interface RaceOutcome {
  /** The rank of each side, 1 being first. */
  readonly result_map: Readonly<Record<string, number>>;
  /** The sides' indices in the order of the lanes. */
  readonly team_order: readonly number[];
}

type View = Play<RaceOutcome>;

/** Behind the gate, and out of the picture, is where balls come from, in widths: none is seen to come out of nothing. */
export const BEHIND = -4;

/** Where a ball is in or behind its stall, in widths from the gate. */
export function inStall(course: Course, lane: number, far: number) {
  const { x, y, heading } = course.path.at(far, (lane - 2.5) * STALL);
  return { x, y, heading, at: far / course.length, far, lane, seen: far > BEHIND ? 1 : 0 };
}

/** A ball at the gate, in the stall of its side. */
const atGate = (course: Course, lane: number): BallShown => ({
  ...inStall(course, lane, 0),
  name: 1,
  row: lane,
  away: 0,
  lead: 0,
  step: 0,
  up: 0,
  squash: 0,
  titled: 0,
  gap: 0,
  rank: 0,
  speed: 0,
});

/** Where the lamp is while bets are taken: over the names. */
export const GATE_LAMP = { x: GATE.x + 6, y: GATE.y, alpha: 1 } as const;

const NO_RACE: Omit<RaceRun, "balls" | "course"> = {
  drama: "none",
  ranked: 0,
  doubt: 0,
  lamps: { up: 0, lit: 0 },
  gate: 0,
  settled: false,
  lamp: GATE_LAMP,
  camera: AT_GATES,
  dimming: 0,
  flash: 0,
};

/** A race and its stalls, in the order of the sides. */
export interface Entries extends Race {
  /** The round, which its course goes by. */
  round: number;
  lanes: readonly number[];
}

/** Laid out once for each state: it is asked for in every frame. */
const known = new WeakMap<View["state"], Entries>();

/** The race of a state; null while the state has no ranking. */
export function entriesOf(view: View): Entries | null {
  return known.get(view.state) ?? layOut(view);
}

function layOut(view: View): Entries | null {
  const { result_map, team_order, phase, round } = view.state;
  if (!result_map || !team_order || phase === "betting") {
    return null;
  }
  const ranks = view.board.sides.map((side) => result_map[side.id] ?? 0);
  const lanes = view.board.sides.map((_, i) => team_order.indexOf(i));
  const entries = { ...raceOf(round, ranks, lanes), lanes, round };
  known.set(view.state, entries);
  return entries;
}

/** A ball as the lanes are drawn: out of its own stall, and into that of its lane. */
function drawnAt(ball: number, lane: number, ms: number) {
  const left = progress(ms, RACE_MS.lineUpAt, RACE_MS.leave);
  const comesMs = RACE_MS.drawAt + lane * RACE_MS.drawEvery;
  const come = progress(ms, comesMs, RACE_MS.draw);
  const isLeaving = left < 1;
  return {
    behind: BEHIND * (isLeaving ? easeIn(left) : 1 - easeOut(come)),
    lane: isLeaving ? ball : lane,
    // A name goes before its ball does, and comes again with it.
    name: isLeaving
      ? 1 - progress(ms, RACE_MS.lineUpAt - RACE_MS.name, RACE_MS.name)
      : clamp01(2 * come - 1) * (1 - progress(ms, RACE_MS.namedUntil, RACE_MS.name)),
  };
}

/** The lamps over the gate come on one by one, and go out as the balls are off. */
function lampsAt(ms: number): RaceRun["lamps"] {
  const on = Math.floor((ms - RACE_MS.lampAt) / RACE_MS.lampEvery) + 1;
  return {
    up:
      progress(ms, RACE_MS.lampAt - RACE_MS.name, RACE_MS.name) *
      (1 - progress(ms, RACE_MS.lampsUntil, RACE_MS.name)),
    lit: on > 3 ? 0 : Math.max(0, on),
  };
}

/** The race of a view at a moment of phase `revealing`. */
export function raceAt(view: View, ms: number): RaceRun {
  const entries = entriesOf(view);
  if (entries) {
    return raceRunAt(entries, ms);
  }
  const course = courseOf(view.state.round);
  const balls = view.board.sides.map((_, i) => atGate(courseAt(course), i));
  return { course, balls, ...NO_RACE };
}

/** How long back to look to see how fast a ball is, and the speed that counts as full, in lengths in that time. */
const [SINCE_MS, FULL] = [50, 0.0044];

/** The camera keeps to where balls were so long ago, in ms: it is calmer than they are, and none of their bends moves it. */
const FOLLOWED_MS = Array.from({ length: 12 }, (_, i) => 160 * i);
/** And, close to those in front, to where they were across the course so long ago. */
const PACKED_MS = Array.from({ length: 8 }, (_, i) => 70 * i);

/** A race at a moment of phase `revealing`: the same for all races that were the same until then. */
export function raceRunAt(entries: Entries, ms: number): RaceRun {
  const { course, lanes, runs, round } = entries;
  const seen = seenOf(runs, ms);
  const places = seen.placesAt(ms);
  const before = seen.placesAt(ms - SINCE_MS);
  const list = listAt(entries, ms);
  const lead = Math.max(...places);
  const ranked = easeInOut(progress(ms, RACE_MS.launchAt + RACE_MS.listAt, RACE_MS.list));
  // At once: in slow motion it would stand there half faded.
  const close = closeFrom(seen) === null ? 0 : 1;
  const listed = ranked * (1 - close);
  const flash = progress(ms, inMs(seen, 1), RACE_MS.flash);
  const balls = places.map((at, i): BallShown => {
    const drawn = drawnAt(i, lanes[i] ?? i, ms);
    const far = at * course.length;
    const place = list.places[i] ?? { row: i, away: 0 };
    const rank = rankOf(seen, i);
    const on =
      at > 0
        ? {
            ...course.path.at(far, runs[i]?.across(ms) ?? 0),
            at,
            far,
            lane: drawn.lane,
            seen: course.inSight(far),
          }
        : inStall(course, drawn.lane, drawn.behind);
    return {
      ...on,
      name: drawn.name,
      ...place,
      // Just before the line all are alike.
      lead:
        (place.row === 0 && rank < 2 ? listed : 0) * clamp01(Math.max(0.94 - at, at - 1) / 0.004),
      step: 0,
      up: 0,
      squash: 0,
      titled: 0,
      gap: list.gaps[i] ?? 0,
      rank,
      speed: (at - (before[i] ?? 0)) / FULL,
    };
  });
  const lyingAt = (atMs: number) =>
    seen.placesAt(atMs).map((at, i) => ({
      far: at * course.length,
      across: runs[i]?.across(Math.min(atMs, ms)) ?? 0,
    }));
  const pointsAt = (atMs: number) =>
    lyingAt(atMs).map(({ far, across }) => course.path.at(far, across));
  const camera = cameraAt(
    course,
    places.map((at) => at * course.length),
    spreadOf(FOLLOWED_MS.map((agoMs) => pointsAt(ms - agoMs))),
    packOf(PACKED_MS.map((agoMs) => lyingAt(ms - agoMs))),
    ms,
  );
  const going = easeInOut(progress(ms, RACE_MS.launchAt, RACE_MS.along));
  return {
    course: courseOf(round),
    balls,
    ranked: listed,
    doubt: close,
    lamps: lampsAt(ms),
    settled: list.settled,
    gate: easeInOut(progress(ms, RACE_MS.launchAt - RACE_MS.gate, RACE_MS.gate)),
    drama: "none",
    lamp: {
      x: lerp(GATE_LAMP.x, camera.x, going),
      y: lerp(GATE_LAMP.y, camera.y, going),
      alpha: 1,
    },
    camera,
    dimming: 0.4 * easeInOut(clamp01((lead - 0.93) / 0.05)) * (1 - easeInOut(flash)),
    // One flash, on and off.
    flash: 0.8 * Math.min(4 * flash, (1 - flash) / 0.75),
  };
}
