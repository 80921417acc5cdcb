import type { Size } from "./scene.ts";
import { BANNER_SHARE } from "./theme.ts";
import { lerp } from "./tracks.ts";

/** A point on screen, and how large things are there. */
export interface CoursePoint {
  x: number;
  y: number;
  /** 1 at the near edge. */
  scale: number;
}

/** A row of the list of leaders. */
export interface RowBox {
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
  /** The rows of the list; `names` tells whether there is room for them. */
  list: { rows: (row: number) => RowBox; chipPx: number; names: boolean; nameWidthPx: number };
  podium: { x: number; y: number; step: number; ballPx: number };
}

/** How far the painted course reaches before the gate and beyond the line. */
export const COURSE_ENDS = [-0.055, 1.11] as const;

const FAR_SCALE = { across: 0.8, away: 0.68 } as const;

function acrossLayout({ width, height }: Size): CourseLayout {
  const roomy = width >= 600;
  const clear = height * (1 - BANNER_SHARE * 0.8);
  const listWidth = roomy ? Math.min(176, width * 0.21) : Math.max(26, height * 0.17);
  const right = width - listWidth;
  const [top, foot] = [height * 0.15, clear];
  // The far edge is shorter: the course leans away from the eye.
  const lean = roomy ? 0.075 : 0.05;
  const start = (depth: number) => width * lerp(0.035 + lean, 0.035, depth) + right * 0.045;
  const finish = (depth: number) => right - lerp(width * lean * 0.6, 0, depth) - right * 0.105;
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
  const chipPx = roomy ? Math.min(30, (height * 0.72) / 6 - 8) : Math.min(26, (clear - 8) / 6 - 3);
  const pitch = roomy ? chipPx + 12 : (clear - 4) / 6;
  const listTop = roomy ? (clear - pitch * 5) / 2 + height * 0.05 : 4 + pitch / 2;
  return {
    at,
    quad: quadOf(at),
    // In a flat box lanes are thin: balls may reach a little into the next.
    ballPx: 2 * Math.round(laneHeight * (roomy ? 0.48 : 0.6)),
    tall: false,
    list: {
      rows: (row) => ({ x: right + (roomy ? chipPx : listWidth / 2), y: listTop + row * pitch }),
      chipPx,
      names: roomy,
      nameWidthPx: listWidth - chipPx * 2.1 - 14,
    },
    podium: {
      x: right * 0.5,
      y: clear * 0.94,
      step: Math.min(width * 0.15, height * 0.34),
      ballPx: 2 * Math.round(Math.min(height * 0.24, width * 0.13) / 2),
    },
  };
}

function awayLayout({ width, height }: Size): CourseLayout {
  const clear = height * (1 - BANNER_SHARE);
  const chipPx = Math.min(34, width / 9);
  const listY = 12 + chipPx / 2;
  const [top, foot] = [listY + chipPx * 0.9 + height * 0.1, clear - height * 0.045];
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
    list: {
      rows: (row) => ({ x: width / 2 + (row - 2.5) * chipPx * 1.42, y: listY }),
      chipPx,
      names: false,
      nameWidthPx: 0,
    },
    podium: {
      x: width / 2,
      y: clear * 0.86,
      step: Math.min(width * 0.29, height * 0.3),
      ballPx: 2 * Math.round(Math.min(width * 0.21, height * 0.2) / 2),
    },
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
