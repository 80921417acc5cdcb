import type { Point3 } from "../../stage/plates.ts";
import type { Play } from "../../stage/scene.ts";
import { clamp01, easeInOut, easeOut, lerp, progress } from "../../stage/tracks.ts";
import { course, MARBLE, STALL, worldAt } from "./courses.ts";
import type { Shot } from "./look.ts";
import type { MarblePose, RacePose } from "./pose.ts";
import { listAt } from "./race-list.ts";
import { closeFrom, inMs, seenOf } from "./race-seen.ts";
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

/** A race and its stalls, in the order of the sides. */
export interface Entries extends Race {
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
  const entries = { ...raceOf(round, ranks, lanes), lanes };
  known.set(view.state, entries);
  return entries;
}

/** Marbles come out of the house behind the gate, whose beam hides them there: from there, in widths. */
export const HOUSE = -4.2;

/** How deep a marble sits in a ring, in widths; and how far from the middle of its stall's it is out of it. */
export const SEATED = 0.1;
const RING = 0.6;

/** Where a marble is in the world. */
function placedAt(far: number, across: number): Point3 {
  const [x, y, z] = worldAt(far, across);
  return [x, y, z - MARBLE * SEATED * Math.max(0, 1 - (far / RING) ** 2)];
}

/** A marble in or behind a stall, in widths from the gate. */
export function inStall(lane: number, far: number): MarblePose {
  return {
    at: placedAt(far, (lane - 2.5) * STALL),
    heading: 0,
    rolled: 2 * far,
    seen: far > HOUSE ? 1 : 0,
    sunk: 0,
    along: far / course.length,
    speed: 0,
  };
}

/** While lanes are drawn each marble crosses in its own row behind the gate: the first row, and the distance to the next. */
const [ROW, ROWS] = [-1.6, 1.05] as const;

/** A marble during the draw: back out of its own lane, across, and into the lane that it starts from. */
function drawnAt(side: number, lane: number, ms: number): MarblePose {
  const { lineUpAt, leave, drawAt, drawEvery, draw } = RACE_MS;
  const setMs = drawAt + lane * drawEvery + draw;
  const back = easeInOut(progress(ms, lineUpAt, leave));
  const come = easeOut(progress(ms, setMs - draw, draw));
  const across = easeInOut(progress(ms, lineUpAt + leave / 2, setMs - draw / 2 - lineUpAt - leave));
  return inStall(lerp(side, lane, across), (ROW - ROWS * lane) * back * (1 - come));
}

/** From where on along the course the middle of the field is seen by which camera. */
const CUTS: readonly (readonly [far: number, shot: Shot])[] = [
  [4.6, "wave"],
  [25, "snake"],
  [40.5, "hairpin"],
  [58.5, "neck"],
  [72, "pegs"],
  [86, "bend"],
  [100.5, "straight"],
];
/** The picture cuts to the camera on the line at this moment of every race, in ms. */
const FINISH_MS = 12_480;

/** When a field that runs evenly is so far, in ms, and how far it is then: the same in every race. */
const fieldMs = RACE_MS.fieldAt - RACE_MS.launchAt;
const fieldAt = (ms: number) => course.farAt(clamp01((ms - RACE_MS.launchAt) / fieldMs));

/** Which camera has a moment of the race: cuts come at the same times in every race. */
function shotAt(ms: number): Shot {
  const far = fieldAt(ms);
  return ms >= FINISH_MS ? "finish" : (CUTS.findLast(([from]) => far >= from)?.[1] ?? "grid");
}

/** The camera on the line comes so far ahead of the first, and goes so far behind it until so far beyond, in widths. */
const [AHEAD, BEHIND, BEYOND] = [0.8, 3.4, 4.2];

/** How much nearer to the first than to the middle of the field the camera looks, as a share. */
const LEADS = 0.25;

/** The point that the camera looks at: in the field, and in the last shot the line and then the first to roll out. */
function centreAt(places: readonly number[], shot: Shot): Point3 {
  const { length } = course;
  const middle = places.reduce((sum, along) => sum + along, 0) / places.length;
  const lead = Math.max(...places) * length;
  const far = Math.max(Math.min(length, lead + AHEAD), Math.min(length + BEYOND, lead - BEHIND));
  return worldAt(shot === "finish" ? far : lerp(middle * length, lead, LEADS), 0);
}

/** How long back to look to see how fast a marble is, and the speed that counts as full, in lengths in that time. */
const [SINCE_MS, FULL] = [50, 0.0044];

/** So near two marbles touch, in widths, and then no more. */
const [TOUCHING, APART] = [1.03, 1.12];

/** Where two marbles on the course touch, the closest of them, and how near that is. */
function touchOf(marbles: readonly MarblePose[]): Pick<RacePose, "touch" | "touchAt"> {
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

/** What is seen where nothing is run. */
export const NOTHING: Omit<RacePose, "marbles"> = {
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
  areHome: true,
  own: [],
  lamps: 0,
  gate: 0,
  flash: 0,
  risen: 0,
  touch: 0,
  touchAt: null,
};

/** How lively the crowd is. It cheers no side before the best stand on the plinth. */
const crowdAt = (along: number) => 0.25 + 0.5 * clamp01((along - 0.95) / 0.05);

/** A race at a moment of phase `revealing`: the same for all races that were the same until then. */
export function raceRunAt(entries: Entries, ms: number): RacePose {
  const { lanes, runs } = entries;
  const seen = seenOf(runs, ms);
  const places = seen.placesAt(ms);
  const before = seen.placesAt(ms - SINCE_MS);
  const shot = shotAt(ms);
  const marbles = places.map((along, i): MarblePose => {
    if (along <= 0) {
      return drawnAt(i, lanes[i] ?? i, ms);
    }
    const [far, across] = [along * course.length, runs[i]?.across(ms) ?? 0];
    return {
      at: placedAt(far, across),
      heading: course.path.at(far).heading,
      rolled: 2 * far,
      seen: 1,
      sunk: 0,
      along,
      speed: (along - (before[i] ?? 0)) / FULL,
    };
  });
  const isClose = closeFrom(seen) !== null;
  const isListed = shot !== "grid" && !isClose;
  const lamps = Math.floor((ms - RACE_MS.lampAt) / RACE_MS.lampEvery) + 1;
  return {
    ...NOTHING,
    shot,
    centre: shot === "grid" ? null : centreAt(places, shot),
    marbles,
    leaders: isListed ? listAt(entries, ms) : null,
    story: isClose ? "photo" : null,
    hops: { ms, loud: crowdAt(Math.max(...places)), side: null },
    areHome: ms < RACE_MS.lineUpAt,
    lamps: lamps > 3 ? 0 : Math.max(0, lamps),
    gate: progress(ms, RACE_MS.launchAt - RACE_MS.gate, RACE_MS.gate),
    flash: progress(ms, inMs(seen, 1), RACE_MS.flash),
    ...touchOf(marbles),
  };
}

/** Marbles that roll in one after another, the nth of them at a share of the time until all are there. */
export function rolledIn(nth: number, share: number): MarblePose {
  return inStall(nth, lerp(HOUSE, 0, easeOut(progress(share, nth * 0.06, 0.7))));
}
