import { clearHeight, COUNT_RING, limitIn } from "../../stage/measures.ts";
import type { CountPlace } from "../../stage/measures.ts";
import type { Size } from "../../stage/scene.ts";
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
  /** How far it is close to those in front there rather than to all lanes, 0 to 1, and what they take up of the course, in widths. */
  close: number;
  pack: { wide: number; long: number };
  /** So far away that it sees all of the course. */
  whole: number;
  /** How much of the ground balls take up, across and down, in widths of a ball. */
  wide: number;
  high: number;
  /** The middle of balls as they are, and what they take up: all of that is kept in the picture. */
  balls: Point & { wide: number; high: number };
}

/** What the camera makes of the ground: `unit` CSS pixels for the width of a ball, from `x` and `y`. */
export interface Shot extends Point {
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
  /** The edges of the ground, as it lies in the box, in widths of a ball. */
  ground: { left: number; right: number; top: number; foot: number };
  shot(camera: Camera): Shot;
  /** Where the ball of a lane waits, on the ground. */
  stall(lane: number): Point;
  /** A point of the ground as a shot shows it. */
  seen(shot: Shot, at: Point): Point;
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
  close: 1,
  pack: { wide: 0, long: 0 },
  whole: 0,
  wide: 0,
  high: 0,
  balls: { ...GATE, wide: 0, high: 0 },
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

/**
 * Going along with the balls it leaves so much room around them, across and down the box, and comes so close. It follows
 * how far apart they are slowly, but for what is further than that by so much.
 */
const [ASIDE, ABOVE, CLOSE, SLOW] = [4.6, 3.2, 1.35, 1.8];
/** On the last straight it leaves so much room around those in front, and is so much closer than all lanes need, at least and at most; and once all are in. */
const [BESIDE, AHEAD, CLOSER, CLOSEST, IN] = [2.2, 3.2, 1.22, 1.8, 1.14];

/** How large balls are seen in a box with so much room below the list. */
function unitsIn({ width, height }: Size, room: number): CourseLayout["units"] {
  const across = height > width ? width : room;
  const chase = height > width ? width / 13.5 : Math.min(width / 17.5, room / 7.4);
  return {
    gates: Math.min(across / GATES_WIDE, width / 8.4),
    chase,
    close: chase * CLOSE,
    bowl: Math.min(width, room) / BOWL_WIDE,
    line: Math.min(across / LINE_WIDE, width / 11),
    whole:
      Math.min(width / (WORLD.right - WORLD.left), room / (WORLD.foot - WORLD.top)) *
      (height > width ? (WORLD.right - WORLD.left) / (WORLD.foot - WORLD.top) : 1),
  };
}

/** A place between an edge and the other one, in so much of a box; in its middle if all of it is in sight. */
function within(from: number, to: number, middle: number, seen: number): number {
  return to - from <= seen
    ? (from + to) / 2
    : Math.min(Math.max(middle, from + seen / 2), to - seen / 2);
}

/** So near to the edge of the picture the middle of a ball is at most, in widths, as the camera goes along with them. */
const KEPT = 0.9;

/** Across the box, or up it when it is taller than wide. */
export function courseLayout(size: Size): CourseLayout {
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
  const units = unitsIn(size, low - high);
  const shot = (camera: Camera): Shot => {
    const mix = (from: number, to: number, share: number) => from * (to / from) ** share;
    // Across the box and down it.
    const inBox = (of: Pick<Camera, "wide" | "high">): [number, number] =>
      tall ? [of.high, of.wide] : [of.wide, of.high];
    const [spread, deep] = inBox(camera);
    const [aside, down] = inBox(camera.balls);
    // The larger of the two, and softly from one to the other, or the camera would jerk.
    const fitting = Math.min(
      width / (spread + ASIDE),
      (low - high) / ((deep ** 8 + Math.max(0, down - SLOW) ** 8) ** 0.125 + ABOVE),
    );
    const chase = Math.min(Math.max(fitting, units.chase * 0.8), units.close);
    const [across, along] = tall ? [width, low - high] : [low - high, width];
    const packed = Math.min(
      across / (camera.pack.wide + BESIDE),
      along / (camera.pack.long + AHEAD),
    );
    const close = Math.min(Math.max(packed, units.line * CLOSER), units.line * CLOSEST);
    const line = mix(units.line * IN, close, camera.close);
    const near = mix(mix(chase, units.bowl, camera.bowl), line, camera.line);
    const unit = mix(mix(near, units.gates, camera.gates), units.whole, camera.whole);
    const [at, balls] = [lies(camera, tall), lies(camera.balls, tall)];
    // As near to a place as has balls around `ball` in sight, that take up `long`. It comes to rest there softly.
    const keeping = (place: number, ball: number, long: number, seen: number): number => {
      const most = Math.max(1e-9, (seen / unit - long) / 2 - KEPT);
      const off = place - ball;
      // At the gates and at the line it keeps to those.
      const share = (1 - camera.gates) * (1 - camera.line);
      return place + (off / Math.hypot(1, off / most) - off) * share;
    };
    // The ground reaches up to behind the list.
    const middle = (high + low) / 2;
    const x = within(ground.left, ground.right, keeping(at.x, balls.x, aside, width), width / unit);
    // What is behind the list nobody sees: the ground may end there.
    const listed = (high / unit) * (1 - camera.gates);
    const y = within(
      ground.top - listed,
      ground.foot,
      keeping(at.y, balls.y, down, low - high) + (height / 2 - middle) / unit,
      height / unit,
    );
    return { x: width / 2 - x * unit, y: height / 2 - y * unit, unit };
  };
  const seen = (view: Shot, at: Point): Point => {
    const { x, y } = lies(at, tall);
    return { x: view.x + x * view.unit, y: view.y + y * view.unit };
  };
  return {
    tall,
    units,
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
