import type { Size } from "./scene.ts";
import { clearHeight } from "./theme.ts";
import { lerp } from "./tracks.ts";

/** A point on screen, and how large things are there. */
export interface CoursePoint {
  x: number;
  y: number;
  /** 1 at the near edge. */
  scale: number;
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
  ballPx: number;
  /** Whether balls race up the box, away from the eye, rather than across it. */
  tall: boolean;
  /** The cells of the list of leaders, from left to right; `names` tells whether there is room for them. */
  list: { cells: (row: number) => CellBox; chipPx: number; cellPx: number; names: boolean };
  podium: { x: number; y: number; step: number; ballPx: number };
  /** Where the crowd stands: between the list and the course. */
  crowd: { top: number; foot: number };
  /** Where the picture of a photo finish is shown. */
  photo: { x: number; y: number; width: number; height: number };
}

/** How far the painted course reaches before the gate and beyond the line. */
export const COURSE_ENDS = { across: [-0.055, 1.42], away: [-0.055, 1.11] } as const;

const FAR_SCALE = { across: 0.8, away: 0.68 } as const;

/** The list runs along the top at every size: the whole width below it is the course's. */
function listLayout({ width }: Size, chipPx: number): CourseLayout["list"] {
  const cellPx = Math.min(150, (width - 8) / 6);
  return {
    cells: (row) => ({ x: width / 2 + (row - 2.5) * cellPx, y: 3 + chipPx * 0.68 }),
    chipPx,
    cellPx,
    names: cellPx >= 112,
  };
}

function acrossLayout({ width, height }: Size): CourseLayout {
  const clear = clearHeight(height);
  const chipPx = Math.max(14, Math.min(32, height * 0.1, width / 22));
  const listFoot = 3 + chipPx * 1.36;
  const crowd = { top: listFoot, foot: listFoot + Math.max(7, height * 0.15 - 16) };
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
  return {
    at,
    quad: quadOf(at),
    // In a flat box lanes are thin: balls may reach a little into the next.
    ballPx: 2 * Math.round(Math.min(laneHeight * 0.54, width * 0.039)),
    tall: false,
    list: listLayout({ width, height }, chipPx),
    podium: podiumLayout(width, listFoot, clear),
    crowd,
    photo: photoLayout(width, crowd.foot, foot),
  };
}

/** As high as there is room between the list and the banner. */
function podiumLayout(width: number, top: number, clear: number): CourseLayout["podium"] {
  const room = clear - top;
  const step = Math.min(width * 0.2, room * 0.5);
  return {
    x: width / 2,
    y: clear - room * 0.03,
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

function photoLayout(width: number, top: number, clear: number): CourseLayout["photo"] {
  const height = Math.min((clear - top) * 0.94, width * 0.4);
  const wide = Math.min(width * 0.62, height * 2.5);
  return { x: width * 0.45, y: (top + clear) / 2, width: wide, height };
}

function awayLayout({ width, height }: Size): CourseLayout {
  const clear = clearHeight(height);
  const chipPx = Math.min(30, width / 17);
  const listFoot = 3 + chipPx * 1.36;
  const crowd = { top: listFoot, foot: listFoot + height * 0.085 };
  const [top, foot] = [crowd.foot + height * 0.03, clear - height * 0.045];
  const at = (along: number, lane: number): CoursePoint => {
    // What is seen under one angle is 1 / scale times as long out there.
    const scale = 1 / (1 + along * (1 / FAR_SCALE.away - 1));
    return {
      x: width / 2 + ((lane - 2.5) / 3) * width * 0.46 * scale,
      y: lerp(foot, top, (1 - scale) / (1 - FAR_SCALE.away)),
      scale,
    };
  };
  return {
    at,
    quad: quadOf(at),
    ballPx: 2 * Math.round(width * 0.058),
    tall: true,
    list: listLayout({ width, height }, chipPx),
    podium: podiumInTheMiddle(width, listFoot, clear),
    crowd,
    photo: photoLayout(width, crowd.foot, clear),
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
