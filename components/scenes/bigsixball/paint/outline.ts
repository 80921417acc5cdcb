import type { Look } from "../../../stage/theme.ts";
import type { Point } from "../course.ts";
import type { Course } from "../courses.ts";

type Context = CanvasRenderingContext2D;

/** The wood of the rails, from the light to the dark. */
export const WOOD = { lit: "#9a6f40", top: "#6b4727", side: "#2c1b0f" } as const;
/** How wide a rail is, in widths of a ball. */
export const RAIL = 0.34;
/** The edges of a course are traced in steps of so much. */
const STEP = 0.4;
/** How far it reaches behind the gate. */
export const BEFORE = -2.7;
/** How far the rim of a bowl is from its middle. */
export const RIM = 6.25;
/** So far beside its edge anything of a course is painted. */
const BESIDE = 2.4;

/** A part of the ground as it lies in the picture, in widths of a ball. */
export interface Tile {
  left: number;
  right: number;
  top: number;
  foot: number;
}

/** A length of a course. */
export type Span = readonly [from: number, to: number];

/** How a course is painted: from where it lies on the ground to where it is in the picture. */
export interface GroundPaint {
  course: Course;
  look: Look;
  accent: string;
  lies: (at: Point) => Point;
  /** The edges of the ground as it lies in the picture, and of what is painted of it. */
  ground: Tile;
  tile: Tile;
  /** What lies open of the course on that tile, or near it. */
  parts: readonly Span[];
}

/** Whether anything that reaches so far around a point is on a tile. */
export const isOn = ({ left, right, top, foot }: Tile, { x, y }: Point, reach: number): boolean =>
  x > left - reach && x < right + reach && y > top - reach && y < foot + reach;

/** The parts of a course that lie open: before its tube and after it. */
export function openParts({ stretches, end }: Course): Span[] {
  const bowl = stretches.find(({ feature }) => feature === "bowl");
  const tube = stretches.find(({ feature }) => feature === "tube");
  return bowl && tube
    ? [
        [BEFORE, bowl.from - 3.4],
        [tube.to - 0.5, end - 0.8],
      ]
    : [[BEFORE, end - 0.8]];
}

/** What of the open parts is on a tile: to trace all of a course for each tile would take ten times as long. */
export function partsOn(course: Course, lies: GroundPaint["lies"], tile: Tile): Span[] {
  const spans: Span[] = [];
  for (const [first, last] of openParts(course)) {
    let from: number | null = null;
    for (let far = first; far <= last + STEP; far += STEP) {
      const on = Math.min(far, last);
      const isSeen = isOn(tile, lies(course.path.at(on)), course.halfWidth(on) + BESIDE);
      if (isSeen) {
        from ??= Math.max(first, far - 2 * STEP);
      }
      if (from !== null && (!isSeen || far >= last)) {
        spans.push([from, Math.min(last, far + STEP)]);
        from = null;
      }
    }
  }
  return spans;
}

/** The middle of a bowl; null on a course without one. */
export function bowlOf({ path, stretches }: Course): Point | null {
  const bowl = stretches.find(({ feature }) => feature === "bowl");
  if (!bowl) {
    return null;
  }
  // Its first half circles end opposite to where it begins.
  const [one, other] = [path.at(bowl.from), path.at(bowl.from + 9.4 * (Math.PI / 2))];
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

/** Traces the outline of a part of a course, so much wider on both sides, and so far down the picture. */
export function trace(
  context: Context,
  { course, lies }: GroundPaint,
  [from, to]: Span,
  more: number,
  down = 0,
): void {
  context.beginPath();
  const edge = (side: 1 | -1) => {
    const steps = Math.ceil((to - from) / STEP);
    for (let i = 0; i <= steps; i++) {
      const far = from + ((side > 0 ? i : steps - i) / steps) * (to - from);
      const { x, y } = lies(course.path.at(far, side * Math.max(0, course.halfWidth(far) + more)));
      context.lineTo(x, y + down);
    }
  };
  edge(1);
  edge(-1);
  context.closePath();
}

/** Traces both edges of a part of a course. */
export function traceEdges(
  context: Context,
  { course, lies }: GroundPaint,
  [from, to]: Span,
  more = 0.02,
): void {
  context.beginPath();
  for (const side of [1, -1]) {
    const steps = Math.ceil((to - from) / STEP);
    for (let i = 0; i <= steps; i++) {
      const far = from + (i / steps) * (to - from);
      const { x, y } = lies(course.path.at(far, side * (course.halfWidth(far) + more)));
      if (i === 0) {
        context.moveTo(x, y);
      } else {
        context.lineTo(x, y);
      }
    }
  }
}

/** Traces a line across a course, from edge to edge. */
export function traceAcross(
  context: Context,
  { course, lies }: GroundPaint,
  far: number,
  [from, to]: Span = [-1, 1],
): void {
  const half = course.halfWidth(far);
  context.beginPath();
  for (const side of [from, to]) {
    const { x, y } = lies(course.path.at(far, side * half));
    context.lineTo(x, y);
  }
}
