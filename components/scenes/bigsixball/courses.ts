import type { Point3 } from "../../stage/plates.ts";
import { clamp01, lerp } from "../../stage/tracks.ts";
import { Path } from "./path.ts";
import type { PathPoint, Piece } from "./path.ts";

/** A pin that marbles go around. */
export interface Peg {
  /** Where it stands: along the course, across it, and on the ground. */
  along: number;
  across: number;
  radius: number;
  x: number;
  y: number;
}

/** A part of the course: a length of one bend, half as wide as `half`, run at `pace` times the usual speed. */
interface Section {
  piece: Piece;
  half: number;
  pace: number;
  hasPegs?: boolean;
}

/** Half the width of the course at its gate and its line; and what is usual. */
const WIDE = 3.9;
const USUAL = 2.3;

/** How far it is from the middle of one stall at the gate to the next. */
export const STALL = (2 * (WIDE - 0.62)) / 5;
/** Where the gate is, on the ground; the course leads off to the right. */
const GATE = { x: 3.2, y: 5, heading: 0 } as const;

/** How far marbles may roll beyond the line. */
const RUN_OUT = 10.4;

/** The widths and the speeds of the course are smoothed over so much of it to both sides. */
const SOFT = 4;
/** How closely they are noted. */
const STEP = 0.5;

/** From row to row of a field of pegs, and how far from its middle they stand in turn. */
const [PEG_ROWS, PEGS] = [2.66, [[-1.3, 1.3], [0]]] as const;
/** How thick one of them is, by its radius. */
export const PEG_RADIUS = 0.18;

const straight = (length: number, more: Partial<Section> = {}): Section => ({
  piece: [length, 0],
  half: USUAL,
  pace: 1,
  ...more,
});

/** So many degrees to the right, around a circle of a radius. */
const bend = (degrees: number, radius: number, half = USUAL): Section => {
  const turn = (degrees * Math.PI) / 180;
  return { piece: [Math.abs(turn) * radius, turn], half, pace: 0.94 };
};

/** A snake, a wide hairpin, a drop into a neck, pegs, and the last bend to a straight that is as wide as the gate. */
const PLAN: readonly Section[] = [
  straight(14, { half: WIDE, pace: 0.85 }),
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
  straight(29, { half: WIDE, pace: 1.12 }),
];

/** The course, from its gate at 0. Lengths in widths of a marble. */
export class Course {
  readonly path = new Path(
    GATE,
    PLAN.map(({ piece }) => piece),
  );
  /** How far it is to the line, and to the end of the ground behind that. */
  readonly length = this.path.length;
  readonly end = this.length + RUN_OUT;
  readonly pegs: readonly Peg[];
  readonly #sections: readonly (Section & { from: number })[];
  /** Half of its width, and when an even field is there, at each step of it. */
  readonly #halves: readonly number[];
  readonly #points: readonly PathPoint[];
  readonly #times: readonly number[];

  constructor() {
    let from = 0;
    this.#sections = PLAN.map((section) => {
      const one = { ...section, from };
      from += section.piece[0];
      return one;
    });
    this.pegs = this.#sections.flatMap((section) => (section.hasPegs ? this.#pegsOn(section) : []));
    const steps = Array.from({ length: Math.ceil(this.end / STEP) + 1 }, (_, i) => i * STEP);
    this.#points = steps.map((far) => this.path.at(far));
    this.#halves = steps.map((far) => this.#smooth(far, "half"));
    let time = 0;
    this.#times = steps.map((far) => {
      const reached = time;
      // Marbles start from rest.
      time += STEP / (this.#smooth(far, "pace") * Math.min(1, 0.16 + 0.3 * Math.sqrt(far)));
      return reached;
    });
  }

  /** Half of its width at a point of it. */
  halfWidth(far: number): number {
    return valueAt(this.#halves, far / STEP);
  }

  /** A point of it, as exactly as is seen, and found quickly. */
  pointAt(far: number, across: number): { x: number; y: number } {
    const i = Math.min(Math.max(0, Math.round(far / STEP)), this.#points.length - 1);
    const { x, y, heading } = this.#points[i] ?? GATE;
    const [cos, sin, off] = [Math.cos(heading), Math.sin(heading), far - i * STEP];
    return { x: x + off * cos - across * sin, y: y + off * sin + across * cos };
  }

  /** When a field that runs evenly is so far: 0 at the gate, 1 on the line. */
  timeOf(far: number): number {
    return valueAt(this.#times, far / STEP) / valueAt(this.#times, this.length / STEP);
  }

  /** How far that field is at a time, 0 at the gate and 1 on the line. */
  farAt(time: number): number {
    const times = this.#times;
    const reached = time * valueAt(times, this.length / STEP);
    let [low, high] = [0, times.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      [low, high] = (times[middle] ?? 0) < reached ? [middle, high] : [low, middle];
    }
    const from = times[low] ?? 0;
    return (low + (reached - from) / ((times[high] ?? 1) - from)) * STEP;
  }

  #smooth(far: number, what: "half" | "pace"): number {
    let [sum, all] = [0, 0];
    for (let off = -SOFT; off <= SOFT; off += STEP) {
      const at = Math.min(Math.max(far + off, 0), this.length);
      const weight = SOFT + STEP - Math.abs(off);
      sum += weight * (this.#sections.findLast((section) => section.from <= at)?.[what] ?? 0);
      all += weight;
    }
    return sum / all;
  }

  #pegsOn({ from, piece: [long] }: Section & { from: number }): Peg[] {
    const rows = Math.floor(long / PEG_ROWS);
    return Array.from({ length: rows }, (_, row) =>
      (PEGS[row % PEGS.length] ?? []).map((across) => {
        const along = from + (row + 0.5) * PEG_ROWS;
        const { x, y } = this.path.at(along, across);
        return { along, across, radius: PEG_RADIUS, x, y };
      }),
    ).flat();
  }
}

/** A value between two of a row of them. */
function valueAt(values: readonly number[], at: number): number {
  const i = Math.min(Math.max(0, Math.floor(at)), values.length - 2);
  return lerp(values[i] ?? 0, values[i + 1] ?? 0, clamp01(at - i));
}

/** What every race is run on. */
export const course = new Course();

/** The width of a marble, and by how much the road falls. The middle of the ground is the origin of the world. */
export const MARBLE = 0.035;
const SLOPE = 0.06;
const MIDDLE = { x: 24, y: 14.5 } as const;

/** Where the middle of a marble is in the world that lies so far along the course and so far across it, in its widths. */
export function worldAt(far: number, across: number): Point3 {
  const { x, y } = course.path.at(far, across);
  const high = SLOPE * (course.length - far) + 0.5;
  return [(x - MIDDLE.x) * MARBLE, (MIDDLE.y - y) * MARBLE, high * MARBLE];
}
