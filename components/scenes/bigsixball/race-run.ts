import { clamp01, easeOut, lerp, progress } from "../../stage/easing.ts";
import type { Point3 } from "../../stage/plates.ts";
import type { Play } from "../../stage/scene.ts";
import { course, MARBLE, STALL, worldAt } from "./courses.ts";
import type { MarblePose, RacePose } from "./pose.ts";
import { TOUCHING } from "./race-jostle.ts";
import { listAt } from "./race-ranking.ts";
import { firstFinishMs, photoCallMs, raceSoFar } from "./race-so-far.ts";
import { fieldDistanceAt, fieldForRound, raceForRound } from "./race.ts";
import type { Race } from "./race.ts";
import { LAMPS } from "./shots.ts";
import type { Shot } from "./shots.ts";
import { RACE_MS } from "./times.ts";

interface RaceOutcome {
  /** Each side's rank, from 1. */
  readonly result_map: Readonly<Record<string, number>>;
}

type View = Play<RaceOutcome>;

/** Cached per state, because every frame needs it. */
const known = new WeakMap<View["state"], Race>();

/** A state's race; null while the state has no ranking. */
export function raceIn({ state, sides }: View): Race | null {
  const { result_map, phase, round } = state;
  if (!result_map || phase === "betting") {
    return null;
  }
  const ranks = sides.map((side) => result_map[side.id] ?? 0);
  const race = known.get(state) ?? raceForRound(round, ranks);
  known.set(state, race);
  return race;
}

/** Where marbles wait, hidden by the beam over the gate, in widths from the gate. */
export const HOLD = -4.2;

/** A marble's depth in its ring, and the ring's radius, in widths. */
export const SEATED = 0.1;
const SEAT_RADIUS = 0.6;

/** A marble's centre in the world. A marble in its ring is lower. */
function placedAt(distance: number, across: number): Point3 {
  const [x, y, z] = worldAt(distance, across);
  return [x, y, z - MARBLE * SEATED * Math.max(0, 1 - (distance / SEAT_RADIUS) ** 2)];
}

function onCourse(distance: number, across: number, speed: number): MarblePose {
  return {
    at: placedAt(distance, across),
    heading: course.at(distance).heading,
    rolled: 2 * distance,
    opacity: 1,
    sunk: 0,
    along: distance / course.length,
    speed,
  };
}

/** A marble in or behind a stall, in widths from the gate. */
export const inStall = (lane: number, distance: number): MarblePose => ({
  ...onCourse(distance, (lane - 2.5) * STALL, 0),
  opacity: distance > HOLD ? 1 : 0,
});

/** The camera for the centre of the field, by its distance from the gate. */
const CUTS: readonly (readonly [distance: number, shot: Shot])[] = [
  [4.6, "wave"],
  [25, "snake"],
  [40.5, "hairpin"],
  [58.5, "neck"],
  [72, "pegs"],
  [86, "bend"],
  [100.5, "straight"],
];
/** When the picture cuts to the `finish` shot, in ms of the race, before slow motion. */
const FINISH_MS = 12_640;

/** Cuts are at the same times in every race. */
function shotAt(ms: number): Shot {
  const distance = fieldDistanceAt(ms);
  return ms >= FINISH_MS ? "finish" : (CUTS.findLast(([from]) => distance >= from)?.[1] ?? "grid");
}

/** Distance that the pace marble rolls beyond the line, in widths per ms. */
const PACE_BEYOND = 0.011;

/** The marble that rolls alone before a race to show the course, at the pace and in the shots of the field. */
export function paceAt(round: number, ms: number): Pick<RacePose, "shot" | "centre" | "pace"> {
  const middle = fieldDistanceAt(ms) + PACE_BEYOND * Math.max(0, ms - RACE_MS.fieldAt);
  const field = fieldForRound(round);
  const distance = field.marbleDistance(0, middle);
  const pace = onCourse(distance, field.marbleAcross(0, middle), 1);
  return { shot: shotAt(ms), centre: worldAt(distance, 0), pace };
}

/** Minimum and maximum length of the pack, up to the fourth marble, for the finish camera, in widths. */
const PACK = [3, 6.4] as const;
/** How far behind the leader the finish camera looks, as a fraction of the pack's length. */
const BACK = 0.42;
/** Length of the finish camera's picture without zoom, and the space around the pack, in widths. */
const ROOM = { full: 4.8, around: 1.6 } as const;
/** Distance of the finish camera behind the leader after the line, in widths. */
const BEHIND = 3.4;
/** Maximum distance of the finish camera beyond the line, in widths. */
const BEYOND = 4.2;

/** Share of the way from the centre of the field to the leader at which other cameras look. */
const TO_LEADER = 0.25;

/**
 * The point that the camera follows, and its zoom: the field, and in the last shot the pack, the line and then the
 * leader.
 */
function cameraAt(places: readonly number[], shot: Shot): Pick<RacePose, "centre" | "zoom"> {
  const { length } = course;
  const distances = places.map((along) => along * length).toSorted((a, b) => b - a);
  const [lead = 0, , , fourth = 0] = distances;
  if (shot !== "finish") {
    const middle = distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
    return { centre: worldAt(lerp(middle, lead, TO_LEADER), 0), zoom: 1 };
  }
  const pack = Math.max(PACK[0], Math.min(PACK[1], lead - fourth));
  const before = Math.min(length, lead) - BACK * pack;
  return {
    centre: worldAt(Math.max(before, Math.min(length + BEYOND, lead - BEHIND)), 0),
    zoom: Math.min(1, ROOM.full / (pack + ROOM.around)),
  };
}

/** Time over which speed is measured, in ms. */
const SPEED_MS = 50;
/** Distance in `SPEED_MS` at the pace of the field, in lengths of the course. */
const PACE = 0.0044;

/** Distance from which two marbles no longer touch, in widths. */
const APART = 1.12;

/** The closest touch of two marbles on the course. */
function closestTouch(marbles: readonly MarblePose[]): Pick<RacePose, "touch" | "touchAt"> {
  let touch = 0;
  let touchAt: Point3 | null = null;
  marbles.forEach((one, i) => {
    for (const other of marbles.slice(0, i)) {
      const gap = Math.hypot(...one.at.map((part, axis) => part - (other.at[axis] ?? 0))) / MARBLE;
      const near =
        Math.min(1, one.speed, other.speed) * clamp01((APART - gap) / (APART - TOUCHING));
      if (one.along > 0.05 && one.along < 1 && near > touch) {
        [touch, touchAt] = [near, one.at];
      }
    }
  });
  return { touch, touchAt };
}

/** The pose without a race. */
export const IDLE: Omit<RacePose, "marbles"> = {
  shot: "grid",
  centre: null,
  leaders: null,
  story: null,
  isFrozen: false,
  portrait: null,
  best: [],
  zoom: 1,
  hops: { ms: 0, loud: 0, side: null },
  light: 0,
  areMarblesInLanes: true,
  hasBet: [],
  lamps: 0,
  gate: 0,
  flash: 0,
  risen: 0,
  touch: 0,
  touchAt: null,
  pace: null,
};

/** The crowd's liveliness, 0 to 1. It cheers no side before the podium. */
const crowdAt = (along: number) => 0.25 + 0.5 * clamp01((along - 0.95) / 0.05);

/** A race at `ms` of the `revealing` phase: equal for all races that are equal up to that time. */
export function raceRunAt(race: Race, ms: number): RacePose {
  const { runs } = race;
  const soFar = raceSoFar(runs, ms);
  const places = soFar.placesAt(ms);
  const before = soFar.placesAt(ms - SPEED_MS);
  const shot = shotAt(ms);
  const marbles = places.map((along, i): MarblePose => {
    const speed = (along - (before[i] ?? 0)) / PACE;
    return along > 0
      ? onCourse(along * course.length, runs[i]?.across(ms) ?? 0, speed)
      : inStall(i, 0);
  });
  const isClose = photoCallMs(soFar) !== null;
  const isListed = shot !== "grid" && !isClose;
  const lamps = Math.floor((ms - RACE_MS.lampAt) / RACE_MS.lampInterval) + 1;
  return {
    ...IDLE,
    shot,
    ...(shot === "grid" ? {} : cameraAt(places, shot)),
    marbles,
    leaders: isListed ? listAt(race, ms) : null,
    story: isClose ? "photo" : null,
    hops: { ms, loud: crowdAt(Math.max(...places)), side: null },
    areMarblesInLanes: ms < RACE_MS.lampAt,
    lamps: ms < RACE_MS.launchAt ? Math.max(0, Math.min(lamps, LAMPS.length)) : 0,
    gate: progress(ms, RACE_MS.launchAt - RACE_MS.gate, RACE_MS.gate),
    flash: progress(ms, firstFinishMs(soFar), RACE_MS.flash),
    ...closestTouch(marbles),
  };
}

/** One of the marbles that roll in one after another, by its index, at a fraction of the total time. */
export function rolledIn(index: number, share: number): MarblePose {
  return inStall(index, lerp(HOLD, 0, easeOut(progress(share, index * 0.06, 0.7))));
}
