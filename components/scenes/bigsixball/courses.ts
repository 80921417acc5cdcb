import { clamp01, lerp } from "../../stage/tracks.ts";
import { plans, WIDE } from "./courses-plans.ts";
import type { Feature, Section } from "./courses-plans.ts";
import { Path } from "./path.ts";
import type { PathPoint } from "./path.ts";

/** The ground that all courses lie on, in widths of a ball. The stand is behind its upper edge. */
export const WORLD = { left: 0, right: 48, top: -3, foot: 30 } as const;

/** A post that balls go around. */
export interface Peg {
  /** Where it stands: along the course, across it, and on the ground. */
  along: number;
  across: number;
  radius: number;
  x: number;
  y: number;
}

/** How far it is from the middle of one stall at the gate to the next. */
export const STALL = (2 * (WIDE - 0.62)) / 5;
/** Where the gate is, on the ground; courses lead off to the right. */
export const GATE = { x: 3.2, y: 5, heading: 0 } as const;

/** How far balls may roll beyond the line. */
const RUN_OUT = 10.4;

/** The widths and the speeds of a course are smoothed over so much of it to both sides. */
const SOFT = 4;
/** How closely they are noted. */
const STEP = 0.5;

/** From row to row of a field of pegs, and how far from its middle they stand in turn. */
const [PEG_ROWS, PEGS] = [2.66, [[-1.3, 1.3], [0]]] as const;
/** How thick one of them is, by its radius. */
export const PEG_RADIUS = 0.18;

/** A part of a course that has a feature. */
export interface Stretch {
  feature: Feature;
  from: number;
  to: number;
}

/** A course, from its gate at 0. Lengths in widths of a ball. */
export class Course {
  readonly path: Path;
  /** How far it is to the line, and to the end of the ground behind that. */
  readonly length: number;
  readonly end: number;
  readonly stretches: readonly Stretch[];
  readonly pegs: readonly Peg[];
  readonly #sections: readonly (Section & { from: number })[];
  /** Half of its width, and when an even field is there, at each step of it. */
  readonly #halves: readonly number[];
  readonly #points: readonly PathPoint[];
  readonly #times: readonly number[];

  constructor(plan: readonly Section[]) {
    this.path = new Path(
      GATE,
      plan.map(({ piece }) => piece),
    );
    this.length = this.path.length;
    this.end = this.length + RUN_OUT;
    let from = 0;
    this.#sections = plan.map((section) => {
      const one = { ...section, from };
      from += section.piece[0];
      return one;
    });
    this.stretches = stretchesOf(this.#sections);
    this.pegs = this.stretches.flatMap((stretch) =>
      stretch.feature === "pegs" ? this.#pegsOn(stretch) : [],
    );
    const steps = Array.from({ length: Math.ceil(this.end / STEP) + 1 }, (_, i) => i * STEP);
    this.#points = steps.map((far) => this.path.at(far));
    this.#halves = steps.map((far) => this.#smooth(far, "half"));
    let time = 0;
    this.#times = steps.map((far) => {
      const reached = time;
      // Balls start from rest.
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

  /** How far a ball is in sight there, 0 to 1: not in a tube. */
  inSight(far: number): number {
    return Math.max(
      0,
      ...this.stretches.flatMap(({ feature, from, to }) =>
        feature === "tube" ? [1 - clamp01((far - from) / 0.9), clamp01((far - to + 1) / 0.9)] : [],
      ),
      this.stretches.every(({ feature }) => feature !== "tube") ? 1 : 0,
    );
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

  #pegsOn({ from, to }: Stretch): Peg[] {
    const rows = Math.floor((to - from) / PEG_ROWS);
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

function stretchesOf(sections: readonly (Section & { from: number })[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { feature, from, piece } of sections) {
    const last = stretches.at(-1);
    if (feature && last?.feature === feature && last.to === from) {
      last.to = from + piece[0];
    } else if (feature) {
      stretches.push({ feature, from, to: from + piece[0] });
    }
  }
  return stretches;
}

/** So many courses there are. */
const COURSES = plans.length;

/** Laid when they are asked for: to lay all of them takes longer than the first frame of any table. */
const laid = new Map<number, Course>();

/** The nth course, from 0. */
export function courseAt(nth: number): Course {
  const course = laid.get(nth) ?? new Course(plans[nth] ?? []);
  laid.set(nth, course);
  return course;
}

/** Which course a round is run on: they take turns. */
export function courseOf(round: number): number {
  return round % COURSES;
}
