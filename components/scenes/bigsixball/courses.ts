import { clamp01, lerp } from "../../stage/easing.ts";
import type { Point3 } from "../../stage/plates.ts";

/*
 * The centre line of a course: straights and arcs that join smoothly (an arc spline), so that lengths along it are
 * exact and do not need a table. The unit of length is the marble width.
 */

/** A path piece: its length, and its turn to the right in radians; 0 is straight. */
type Piece = readonly [length: number, turn: number];

interface PathPoint {
  x: number;
  y: number;
  /** The path's direction, in radians clockwise from the right. */
  heading: number;
}

function pointOnPiece(
  { x, y, heading }: PathPoint,
  [length, turn]: Piece,
  distance: number,
): PathPoint {
  if (turn === 0) {
    return { x: x + distance * Math.cos(heading), y: y + distance * Math.sin(heading), heading };
  }
  const [radius, to] = [length / turn, heading + (turn * distance) / length];
  return {
    x: x + radius * (Math.sin(to) - Math.sin(heading)),
    y: y + radius * (Math.cos(heading) - Math.cos(to)),
    heading: to,
  };
}

/** A peg that marbles roll around. Lengths are in marble widths. */
export interface Peg {
  along: number;
  across: number;
  radius: number;
  x: number;
  y: number;
}

/** A course section with a constant bend: `half` is half its width, `pace` the speed relative to the usual one. */
interface Section {
  piece: Piece;
  half: number;
  pace: number;
  hasPegs?: boolean;
}

/** Half the width of the course: at the gate and the line, and in most other sections. */
const WIDE_HALF = 3.9;
const USUAL_HALF = 2.3;

/** Distance between the centres of two stalls at the gate. */
export const STALL = (2 * (WIDE_HALF - 0.62)) / 5;
/** The gate on the ground; the course starts to the right. */
const GATE = { x: 3.2, y: 5, heading: 0 } as const;

/** Length of the ground beyond the line. */
const RUN_OUT = 10.4;

/** Distance to either side over which widths and speeds are smoothed. */
const SMOOTHING = 4;
/** Distance between two sampled points of the course. */
const STEP = 0.5;

const PEG_ROW_GAP = 2.66;
/** The pegs' positions across the course, in alternating rows. */
const PEGS = [[-1.3, 1.3], [0]] as const;
export const PEG_RADIUS = 0.18;

const straight = (length: number, more: Partial<Section> = {}): Section => ({
  piece: [length, 0],
  half: USUAL_HALF,
  pace: 1,
  ...more,
});

/** A right-hand bend; negative degrees bend left. */
const bend = (degrees: number, radius: number, half = USUAL_HALF): Section => {
  const turn = (degrees * Math.PI) / 180;
  return { piece: [Math.abs(turn) * radius, turn], half, pace: 0.94 };
};

/** A snake, a wide hairpin, a drop into a neck, pegs, and the last bend into a straight as wide as the gate. */
const PLAN: readonly Section[] = [
  straight(14, { half: WIDE_HALF, pace: 0.85 }),
  straight(2.8),
  ...[90, -90, -90, 90].map((degrees) => bend(degrees, 3.25, 1.9)),
  straight(4),
  bend(180, 5.65),
  straight(7, { pace: 1.3 }),
  straight(6, { half: 1.15, pace: 0.9 }),
  straight(3),
  straight(8, { half: 3.3, pace: 0.74, hasPegs: true }),
  straight(4.5),
  bend(-180, 4.35),
  straight(29, { half: WIDE_HALF, pace: 1.12 }),
];

/** Lays the course from its gate, at 0. Lengths are in marble widths. */
function layCourse() {
  let [length, lineAt]: [number, PathPoint] = [0, GATE];
  const sections = PLAN.map((section) => {
    const one = { ...section, from: length, start: lineAt };
    [length, lineAt] = [
      length + section.piece[0],
      pointOnPiece(lineAt, section.piece, section.piece[0]),
    ];
    return one;
  });
  // The ground is straight before the gate and beyond the line.
  const before = { ...straight(1), from: 0, start: GATE };
  const beyond = { ...straight(1), from: length, start: lineAt };
  /** Length from the gate to the end of the ground. */
  const end = length + RUN_OUT;
  const pegs = sections.flatMap((section) => (section.hasPegs ? pegsOn(section) : []));
  const steps = Array.from({ length: Math.ceil(end / STEP) + 1 }, (_, i) => i * STEP);
  const points = steps.map((distance) => at(distance));
  const halfWidths = steps.map((distance) => smooth(distance, "half"));
  let time = 0;
  /** When an even field reaches each step, unitless. */
  const times = steps.map((distance) => {
    const reached = time;
    // Marbles start from rest.
    time += STEP / (smooth(distance, "pace") * Math.min(1, 0.16 + 0.3 * Math.sqrt(distance)));
    return reached;
  });

  /** The point at a distance along the course and a distance to the right of its centre. */
  function at(distance: number, across = 0): PathPoint {
    const inside = sections.findLast(({ from }) => from <= distance) ?? before;
    const { start, piece, from } = distance < length ? inside : beyond;
    const { x, y, heading } = pointOnPiece(start, piece, distance - from);
    return { x: x - across * Math.sin(heading), y: y + across * Math.cos(heading), heading };
  }

  function halfWidth(distance: number): number {
    return valueAt(halfWidths, distance / STEP);
  }

  /** A point on the course, found quickly and accurate to less than a visible error. */
  function pointAt(distance: number, across: number): { x: number; y: number } {
    const i = Math.min(Math.max(0, Math.round(distance / STEP)), points.length - 1);
    const { x, y, heading } = points[i] ?? GATE;
    const [cos, sin, off] = [Math.cos(heading), Math.sin(heading), distance - i * STEP];
    return { x: x + off * cos - across * sin, y: y + off * sin + across * cos };
  }

  /** When an even field reaches a distance: 0 at the gate, 1 on the line. */
  function timeAt(distance: number): number {
    return valueAt(times, distance / STEP) / valueAt(times, length / STEP);
  }

  /** The distance of an even field at `time`: 0 at the gate, 1 on the line. */
  function distanceAt(time: number): number {
    const reached = time * valueAt(times, length / STEP);
    let [low, high] = [0, times.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      [low, high] = (times[middle] ?? 0) < reached ? [middle, high] : [low, middle];
    }
    const from = times[low] ?? 0;
    return (low + (reached - from) / ((times[high] ?? 1) - from)) * STEP;
  }

  function smooth(distance: number, what: "half" | "pace"): number {
    let [sum, all] = [0, 0];
    for (let off = -SMOOTHING; off <= SMOOTHING; off += STEP) {
      const near = Math.min(Math.max(distance + off, 0), length);
      const weight = SMOOTHING + STEP - Math.abs(off);
      sum += weight * (sections.findLast(({ from }) => from <= near)?.[what] ?? 0);
      all += weight;
    }
    return sum / all;
  }

  function pegsOn({ from, piece: [long] }: Section & { from: number }): Peg[] {
    const rows = Math.floor(long / PEG_ROW_GAP);
    return Array.from({ length: rows }, (_, row) =>
      (PEGS[row % PEGS.length] ?? []).map((across) => {
        const along = from + (row + 0.5) * PEG_ROW_GAP;
        const { x, y } = at(along, across);
        return { along, across, radius: PEG_RADIUS, x, y };
      }),
    ).flat();
  }

  return { at, length, end, pegs, halfWidth, pointAt, timeAt, distanceAt };
}

function valueAt(values: readonly number[], at: number): number {
  const i = Math.min(Math.max(0, Math.floor(at)), values.length - 2);
  return lerp(values[i] ?? 0, values[i + 1] ?? 0, clamp01(at - i));
}

export const course = layCourse();

/** A marble's width in metres, the course's unit of length. */
export const MARBLE = 0.035;
/** Fall of the road per unit of length. */
const SLOPE = 0.06;
/** The point on the ground at the world's origin. */
const MIDDLE = { x: 24, y: 14.5 } as const;

/** The centre of a marble in the world, from its position along and across the course. */
export function worldAt(distance: number, across: number): Point3 {
  const { x, y } = course.at(distance, across);
  const height = SLOPE * (course.length - distance) + 0.5;
  return [(x - MIDDLE.x) * MARBLE, (MIDDLE.y - y) * MARBLE, height * MARBLE];
}
