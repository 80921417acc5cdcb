import { clearHeight, COUNT_RING } from "../../stage/measures.ts";
import type { CountPlace } from "../../stage/measures.ts";
import type { Size } from "../../stage/scene.ts";
import { lerp } from "../../stage/tracks.ts";

/** A point on screen, and how large things are there. */
export interface CoursePoint {
  x: number;
  y: number;
  /** 1 at the near edge. */
  scale: number;
}

/** Where the camera is. */
export interface Camera {
  /** 0 far enough away for the whole course, 1 at the finish. */
  zoom: number;
  /** How far it has come to the gate for the launch, 0 to 1: as far as all lanes stay in the picture. */
  push: number;
  /** How far it is close on the gates themselves, where the lanes are drawn, 0 to 1. */
  close: number;
  /** How far the whole of the course stands above the place of the result's banner, 0 to 1. */
  clear: number;
  /** What it follows, in lengths of the course; it never looks beyond the ends of the picture. */
  along: number;
}

/** The camera as bets are taken: it has the whole course before it. */
export const WHOLE_COURSE: Camera = { zoom: 0, push: 0, close: 0, clear: 0, along: 0 };

/** What the camera makes of the course: every point is stretched by `scale` and then moved by `x`, `y`. */
export interface Shot {
  x: number;
  y: number;
  scale: readonly [across: number, down: number];
  /** How much larger balls are seen. */
  near: number;
}

/** A point of the course as the camera sees it. */
export function seenIn(shot: Shot, at: CoursePoint): CoursePoint {
  return {
    x: shot.x + at.x * shot.scale[0],
    y: shot.y + at.y * shot.scale[1],
    scale: at.scale * shot.near,
  };
}

/** The middle of a cell of the list of leaders. */
export interface CellBox {
  x: number;
  y: number;
}

/** Where the parts of a race stand in a box. CSS pixels throughout. */
export interface CourseLayout {
  /** A point of the course: `along` from 0 at the gate to 1 on the line, `lane` from 0 (far or left) to 5. */
  at(along: number, lane: number): CoursePoint;
  /** The corners of a strip of the course, for painting; lane edges run from -0.5 to 5.5. */
  quad(along: readonly [number, number], lanes: readonly [number, number]): [number, number][];
  /** How far the painted course reaches before the gate and beyond the line. */
  ends: readonly [number, number];
  /**
   * What a camera sees: all lanes, and at the finish there is room beyond the line for the balls to roll
   * out.
   */
  shot(camera: Camera): Shot;
  /** How large the course is painted: what lies beyond the box comes into the picture at the finish. */
  land: Size;
  ballPx: number;
  /** How far before the gate balls wait, in lengths of the course. */
  gateAt: number;
  /** Whether balls race up the box, away from the eye, rather than across it. */
  tall: boolean;
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
  /** Where the crowd stands: above the course. */
  crowd: { top: number; foot: number };
  /** In the middle of the lanes, whose last places are gone by then. */
  count: CountPlace;
  /** Where the picture of a photo finish is shown, and how many balls are in it: the best, or all. */
  photo: { x: number; y: number; width: number; height: number; seen: 3 | 6 };
}

/**
 * Where the camera has what it follows, how much longer the course is at the finish, and at the launch
 * as a share of that.
 */
const FOLLOWING = {
  across: { line: 0.58, scale: 1.7, ball: 1.13, push: 0.46 },
  away: { line: 0.3, scale: 1.4 },
} as const;

/** How much longer the course is seen close on the gates, and how much larger balls are. */
const CLOSE = { scale: 2.1, ball: 1.36 } as const;

/** How much wider, and higher, than the box a course across it is painted: the camera never sees an end. */
const BEYOND_EDGE = { width: 1.26, height: 1.06 } as const;

/** How far before its stop a camera begins to come to rest, as a share of the box. */
const SOFT_STOP = 0.12;

/** The way beyond a stop, 0 before it, with a soft start. */
function beyond(stop: number, soft: number): number {
  if (stop <= -soft) {
    return 0;
  }
  return stop >= soft ? stop : (stop + soft) ** 2 / (4 * soft);
}

const FAR_SCALE = { across: 0.8, away: 0.68 } as const;

/** The list runs along the top at every size: the whole width below it is the course's. */
function listLayout({ width }: Size, chipPx: number): CourseLayout["list"] {
  const cellPx = Math.min(150, (width - 8) / 6);
  return {
    cells: (row) => ({ x: width / 2 + (row - 2.5) * cellPx, y: 3 + chipPx * 0.68 }),
    chipPx,
    cellPx,
    names: cellPx >= 112,
    foot: 3 + chipPx * 1.36,
  };
}

function acrossLayout({ width, height }: Size): CourseLayout {
  const clear = clearHeight(height);
  const chipPx = Math.max(18, Math.min(32, height * 0.1, width / 22));
  const list = listLayout({ width, height }, chipPx);
  const listFoot = list.foot;
  // The list comes with the race: until then the crowd is seen in its place.
  const crowd = { top: 0, foot: listFoot + Math.max(7, height * 0.15 - 16) };
  // The banner comes when the race is over: until then its place is the course's too.
  const [top, foot] = [crowd.foot, height - Math.max(5, height * 0.022)];
  // The far edge is shorter: the course leans away from the eye.
  const start = (depth: number) => width * lerp(0.085, 0.05, depth);
  const finish = (depth: number) => width * lerp(0.878, 0.9, depth);
  const depthOf = (lane: number) => {
    const share = (lane + 0.5) / 6;
    // Lanes widen towards the eye by the ratio of their scales.
    return share * (FAR_SCALE.across + (1 - FAR_SCALE.across) * share);
  };
  const at = (along: number, lane: number): CoursePoint => {
    const depth = depthOf(lane);
    return {
      x: lerp(start(depth), finish(depth), along),
      y: lerp(top, foot, depth),
      scale: lerp(FAR_SCALE.across, 1, depth),
    };
  };
  const laneHeight = (foot - top) / 6;
  const land = { width: width * BEYOND_EDGE.width, height: height * BEYOND_EDGE.height };
  const shot = (camera: Camera): Shot => {
    const { line, scale, ball, push } = FOLLOWING.across;
    const zoom = lerp(camera.zoom, 1, push * camera.push * (1 - camera.zoom));
    // The crowd leaves the picture, no lane does.
    const [high, low] = [
      lerp(top, listFoot + Math.max(13, height * 0.08), zoom),
      lerp(lerp(foot, height * 0.95, zoom), clear, camera.clear),
    ];
    const [sx, sy] = [
      lerp(lerp(1, scale, zoom), CLOSE.scale, camera.close),
      (low - high) / (foot - top),
    ];
    const passed = beyond(at(camera.along, 2.5).x * sx - width * line, width * SOFT_STOP);
    return {
      x: -Math.min(passed, land.width * sx - width),
      y: high - top * sy,
      scale: [sx, sy],
      near: sy * lerp(lerp(1, ball, zoom), CLOSE.ball, camera.close),
    };
  };
  return {
    at,
    quad: quadOf(at),
    ends: [-0.055, 1.46],
    shot,
    land,
    // In a flat box lanes are thin: balls may reach a little into the next.
    ballPx: 2 * Math.round(Math.min(laneHeight * 0.54, width * 0.039)),
    gateAt: 0.034,
    tall: false,
    list,
    podium: podiumLayout(width, listFoot, clear),
    crowd,
    count: {
      x: width / 2,
      y: (top + foot) / 2,
      px: Math.min(height * 0.42, width * 0.27) / COUNT_RING,
    },
    photo: photoLayout(width, width < 560 ? listFoot : crowd.foot, foot),
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

/** Beside the line and its flags where there is room for that; a small box is all picture, of all balls. */
function photoLayout(width: number, top: number, clear: number): CourseLayout["photo"] {
  const high = clear - top;
  const y = (top + clear) / 2;
  if (width < 560) {
    return { x: width / 2, y, width: width * 0.98, height: high, seen: 6 };
  }
  const wide = Math.min(width * 0.44, high * 2.3);
  return {
    x: wide / 2 + width * 0.015,
    y,
    width: wide,
    height: Math.min(high * 0.94, wide / 1.9),
    seen: 3,
  };
}

function awayLayout({ width, height }: Size): CourseLayout {
  const clear = clearHeight(height);
  const chipPx = Math.min(30, width / 17);
  const list = listLayout({ width, height }, chipPx);
  const listFoot = list.foot;
  const crowd = { top: 0, foot: listFoot + height * 0.085 };
  const [top, foot] = [crowd.foot + height * 0.07, clear - height * 0.045];
  const at = (along: number, lane: number): CoursePoint => {
    // What is seen under one angle is 1 / scale times as long out there.
    const scale = 1 / (1 + along * (1 / FAR_SCALE.away - 1));
    return {
      x: width / 2 + ((lane - 2.5) / 3) * width * 0.46 * scale,
      y: lerp(foot, top, (1 - scale) / (1 - FAR_SCALE.away)),
      scale,
    };
  };
  const shot = ({ zoom, along }: Camera): Shot => {
    const { line, scale } = FOLLOWING.away;
    const near = lerp(1, scale, zoom);
    const foremost = listFoot + (height - listFoot) * line;
    // From the foot of the picture on, where the gate is.
    const stand = height * (1 - near);
    const passed = beyond(foremost - at(along, 2.5).y * near - stand, height * SOFT_STOP);
    const y = Math.min(0, stand + passed * zoom);
    return { x: (width / 2) * (1 - near), y, scale: [near, near], near };
  };
  return {
    at,
    quad: quadOf(at),
    ends: [-0.055, 1.22],
    shot,
    land: { width, height },
    ballPx: 2 * Math.round(width * 0.058),
    gateAt: 0.062,
    tall: true,
    list,
    podium: podiumInTheMiddle(width, listFoot, clear),
    crowd,
    // TiePlace the line and the last places, which stand ahead of the names.
    count: {
      x: width / 2,
      y: lerp(top, at(0.5, 2.5).y, 0.5),
      px: Math.min(width * 0.27, (at(0.5, 2.5).y - top) * 0.9) / COUNT_RING,
    },
    photo: { x: width / 2, y: height * 0.66, width: width * 0.84, height: width * 0.4, seen: 3 },
  };
}

function quadOf(at: CourseLayout["at"]): CourseLayout["quad"] {
  return ([from, to], [far, near]) =>
    [at(from, far), at(to, far), at(to, near), at(from, near)].map(({ x, y }) => [x, y]);
}

/** Across the box, or up it when it is taller than wide. */
export function courseLayout(size: Size): CourseLayout {
  return size.height > size.width ? awayLayout(size) : acrossLayout(size);
}
