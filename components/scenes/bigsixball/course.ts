import { clearHeight, COUNT_RING, limitIn } from "../../stage/measures.ts";
import type { CountPlace } from "../../stage/measures.ts";
import type { Size } from "../../stage/scene.ts";
import { aslant, flatFrom, nearness, UPRIGHT } from "../../stage/tilted.ts";
import type { Slant } from "../../stage/tilted.ts";
import { clamp01, easeInOut, lerp } from "../../stage/tracks.ts";
import { GATE, STALL, WORLD } from "./courses.ts";

/** A point, on the ground of the courses in widths of a ball, or on screen in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** Where the camera is. */
export interface Camera {
  /** The point of the ground in the middle of the picture; it never looks beyond the edges of the ground. */
  x: number;
  y: number;
  /** How far it is at each of its places rather than along with the balls, 0 to 1. */
  gates: number;
  bowl: number;
  line: number;
  /** How far it has come up close there, 0 to 1. */
  push: number;
  /** So far away that it sees all of the course. */
  whole: number;
  /** How much of the ground balls take up, across and down, in widths of a ball. */
  wide: number;
  high: number;
}

/** What the camera makes of the ground: `unit` CSS pixels for the width of a ball, from `x` and `y`, seen aslant. */
export interface Shot extends Point {
  unit: number;
  slant: Slant;
}

/** A point of the ground as a shot shows it, and how large the width of a ball is seen there. CSS pixels. */
export interface SeenPoint extends Point {
  unit: number;
}

/** The middle of a cell of the list of leaders. */
export interface CellBox {
  x: number;
  y: number;
}

/** Where the parts of a race stand in a box. CSS pixels throughout. */
export interface CourseLayout {
  /** Whether courses lead up the box from their gate, rather than across it. */
  tall: boolean;
  /** How large a ball is seen where the camera is. */
  units: { gates: number; chase: number; close: number; bowl: number; line: number; whole: number };
  /** How large one is seen at the most, whether the camera leans or not. */
  largest: number;
  /** The edges of the ground, as it lies in the box, in widths of a ball. */
  ground: { left: number; right: number; top: number; foot: number };
  shot(camera: Camera): Shot;
  /** Where the ball of a lane waits, on the ground. */
  stall(lane: number): Point;
  /** A point of the ground as a shot shows it. */
  seen(shot: Shot, at: Point): SeenPoint;
  /** The cells of the list of leaders, from left to right; `names`: whether there is room for them. */
  list: {
    cells: (row: number) => CellBox;
    chipPx: number;
    cellPx: number;
    names: boolean;
    /** Its lower edge. */
    foot: number;
  };
  podium: { x: number; y: number; step: number; ballPx: number };
  /** In the middle of the lanes, whose last places are gone by then. */
  count: CountPlace;
}

/** The camera as bets are taken: it has the gates before it. */
export const AT_GATES: Camera = {
  x: 0,
  y: GATE.y,
  gates: 1,
  bowl: 0,
  line: 0,
  push: 0,
  whole: 0,
  wide: 0,
  high: 0,
};

/** The list runs along the top at every size: the whole width below it is the course's. */
function listLayout({ width }: Size, chipPx: number): CourseLayout["list"] {
  const cellPx = Math.min(Math.max(150, chipPx * 4.7), (width - 8) / 6);
  return {
    cells: (row) => ({ x: width / 2 + (row - 2.5) * cellPx, y: 3 + chipPx * 0.68 }),
    chipPx,
    cellPx,
    names: cellPx >= 112,
    foot: 3 + chipPx * 1.36,
  };
}

/** As high as there is room between the list and the banner. */
function podiumLayout(width: number, top: number, clear: number): CourseLayout["podium"] {
  const room = clear - top;
  const step = Math.min(width * 0.2, room * 0.5);
  return {
    x: width / 2,
    // Before it there is floor that it is seen in.
    y: clear - room * 0.1,
    step,
    ballPx: 2 * Math.round(Math.min(step * 0.86, (room - step * 0.62) * 0.86) / 2),
  };
}

/** In a tall box there is more room than a podium takes: it stands a little below the middle. */
function podiumInTheMiddle(width: number, top: number, clear: number): CourseLayout["podium"] {
  const room = Math.min(clear - top, width * 1.05);
  const spare = clear - top - room;
  const podium = podiumLayout(width * 1.35, clear - room, clear);
  return { ...podium, x: width / 2, y: podium.y - spare * 0.4 };
}

/** So many widths of a ball are in sight across the start, a bowl and the last straight, rails and all. */
const [GATES_WIDE, BOWL_WIDE, LINE_WIDE] = [8.7, 13.4, 10.2];

/** Going along with the balls it leaves so much room around them, across and down the box, and comes so close. */
const [ASIDE, ABOVE, CLOSE] = [4.6, 3.2, 1.5];
/** How much closer than its place at the line it comes as that is crossed: no lane leaves the picture. */
const PUSH = 0.22;

/** How far the camera leans, in radians, and how far away it is then, in heights of the box. */
const [LEANS, AWAY] = [0.74, 1.5];
/** How far beyond the ground it looks then, at the top, in widths of a ball: there the stand rises. */
const BEYOND = 2.4;

/** How much of what it would take to have what it follows half way between the edges of the picture it goes then. */
const TO_MIDDLE = 0.4;

/** How far it leans where it is, 0 to 1: at the gates it looks straight down. */
const leaning = ({ gates, whole }: Camera): number =>
  Math.max(easeInOut(clamp01(1 - gates)), whole);

/** A camera that leans shows so many times fewer widths of a ball from side to side, and all of the course larger. */
const [NEARER, WHOLE] = [0.88, 1.06];
/** And at the line, in a wide box, so much of the crowd behind it, in widths of a ball. */
const CROWD = 2.6;

/** How a camera sees a box. */
interface Sight {
  /** How much of the ground is seen below the list, in CSS pixels as it lies flat. */
  room: number;
  /** How many times fewer widths of a ball are beside each other. */
  wide: number;
  /** How many are across the line, and how much larger than in the middle the nearest of them are seen. */
  lineWide: number;
  nearest: number;
}

/** How large balls are seen in a box. */
function unitsIn({ width, height }: Size, sight: Sight): CourseLayout["units"] {
  const { room, wide, lineWide, nearest } = sight;
  const across = height > width ? width : room;
  const chase = height > width ? width / 13.5 : Math.min(width / (17.5 * wide), room / 7.4);
  return {
    gates: Math.min(across / GATES_WIDE, width / 8.4),
    chase,
    close: chase * CLOSE,
    bowl: Math.min(width, room) / BOWL_WIDE,
    line: Math.min(across / lineWide, width / (11 * nearest)),
    whole:
      Math.min(width / (WORLD.right - WORLD.left), room / (WORLD.foot - WORLD.top)) *
      (height > width ? (WORLD.right - WORLD.left) / (WORLD.foot - WORLD.top) : 1),
  };
}

/** A camera that leans so far over a box, in radians. */
function slantOf({ width, height }: Size, middle: number, lean: number): Slant {
  return lean === 0
    ? UPRIGHT
    : {
        x: width / 2,
        y: middle,
        low: Math.cos(lean),
        far: Math.sin(lean) / (AWAY * height),
      };
}

/** A place between two edges that are so far from it to either side; in their middle if all of it is in sight. */
function within(
  from: number,
  to: number,
  place: number,
  [before, after]: readonly [number, number],
) {
  const [least, most] = [from + before, to - after];
  return most <= least ? (least + most) / 2 : Math.min(Math.max(place, least), most);
}

/** Across the box, or up it when it is taller than wide. `leans`: whether the camera may look at the course aslant. */
export function courseLayout(size: Size, leans = false): CourseLayout {
  const { width, height } = size;
  const tall = height > width;
  const clear = clearHeight(height);
  const chipPx = tall
    ? Math.min(30, width / 17)
    : Math.max(18, Math.min(limitIn(height, 32, 0.052), height * 0.1, width / 22));
  const list = listLayout(size, chipPx);
  const { left, right, top, foot } = WORLD;
  const ground = tall
    ? { left: top, right: foot, top: -right, foot: -left }
    : { left, right, top, foot };
  // The list comes with the race.
  const [high, low] = [list.foot, height - Math.max(3, height * 0.012)];
  const middle = (high + low) / 2;
  /** How much of the ground is seen above the middle and below it. */
  const reach = (slant: Slant) =>
    [-flatFrom(slant, high - middle), flatFrom(slant, low - middle)] as const;
  const upright = unitsIn(size, { room: low - high, wide: 1, lineWide: LINE_WIDE, nearest: 1 });
  const leaningSight = (): Sight => {
    const slant = slantOf(size, middle, LEANS);
    const [above, below] = reach(slant);
    const crowd = tall ? 0 : CROWD * (1 + PUSH);
    // Aslant, more of the ground is as high as the box: the camera comes nearer.
    return {
      room: above + below,
      wide: NEARER,
      lineWide: LINE_WIDE + crowd,
      nearest: nearness(slant, middle + below),
    };
  };
  const aslantUnits = unitsIn(size, leaningSight());
  const units = leans
    ? { ...aslantUnits, gates: upright.gates, whole: upright.whole * WHOLE }
    : upright;
  const largest = Math.max(upright.gates, aslantUnits.close, aslantUnits.line);
  const shot = (camera: Camera): Shot => {
    const lean = leans ? LEANS * leaning(camera) : 0;
    const slant = slantOf(size, middle, lean);
    const mix = (from: number, to: number, share: number) => from * (to / from) ** share;
    const spread = tall ? [camera.high, camera.wide] : [camera.wide, camera.high];
    const [up, down] = reach(slant);
    const fitting = Math.min(
      width / ((spread[0] ?? 0) + ASIDE),
      (up + down) / ((spread[1] ?? 0) + ABOVE),
    );
    const chase = Math.min(Math.max(fitting, units.chase * 0.8), units.close);
    const line = units.line * (1 + PUSH * camera.push);
    const near = mix(mix(chase, units.bowl, camera.bowl), line, camera.line);
    const unit = mix(mix(near, units.gates, camera.gates), units.whole, camera.whole);
    const at = lies(camera, tall);
    // The ground reaches up to behind the list.
    // Aslant it looks beyond the edges of the ground, at the stands.
    const beyond = lean / LEANS;
    const x = within(ground.left - beyond, ground.right + beyond, at.x, [
      width / 2 / unit,
      width / 2 / unit,
    ]);
    // What is behind the list nobody sees: the ground may end there.
    const listed = (high / unit) * (1 - camera.gates);
    // Aslant, what is half way between the edges of the picture lies further up than what is in its middle.
    const off =
      (((up - down) / 2) * lerp(TO_MIDDLE, 1, Math.max(clamp01(2 * camera.line), camera.whole))) /
      unit;
    const crowd = tall ? 0 : (CROWD / 2) * camera.line * beyond;
    const y = within(ground.top - listed - BEYOND * beyond, ground.foot, at.y + off - crowd, [
      -flatFrom(slant, -middle) / unit,
      flatFrom(slant, height - middle) / unit,
    ]);
    return { x: width / 2 - x * unit, y: middle - y * unit, unit, slant };
  };
  const seen = ({ slant, ...view }: Shot, at: Point): SeenPoint => {
    const { x, y } = lies(at, tall);
    const flat = { x: view.x + x * view.unit, y: view.y + y * view.unit };
    return { ...aslant(slant, flat), unit: view.unit * nearness(slant, flat.y) };
  };
  return {
    tall,
    units,
    largest,
    ground,
    shot,
    stall: (lane) => ({ x: GATE.x, y: GATE.y + (lane - 2.5) * STALL }),
    seen,
    list,
    podium: (tall ? podiumInTheMiddle : podiumLayout)(width, list.foot, clear),
    count: countPlace(size, seen(shot(AT_GATES), GATE), units.gates, tall),
  };
}

/** A point of the ground as it lies in a box: in a tall one courses lead up from their gate. */
export function lies({ x, y }: Point, tall: boolean): Point {
  return tall ? { x: y, y: -x } : { x, y };
}

/** The last seconds are counted where last places were, ahead of the gate. */
function countPlace({ width, height }: Size, gate: Point, unit: number, tall: boolean): CountPlace {
  if (tall) {
    // Last places reach up to there.
    const foot = gate.y - 4.5 * unit;
    const top = height * 0.06;
    return {
      x: width / 2,
      y: (top + foot) / 2,
      px: Math.min(width * 0.27, (foot - top) * 0.9) / COUNT_RING,
    };
  }
  return { x: width / 2, y: gate.y, px: Math.min(height * 0.42, width * 0.27) / COUNT_RING };
}
