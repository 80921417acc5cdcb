import { withAlpha } from "../../../stage/paint/colour.ts";
import { polygon } from "../../../stage/paint/strokes.ts";
import type { Point } from "../../../stage/paint/strokes.ts";
import type { Size } from "../../../stage/scene.ts";
import { clamp01, lerp } from "../../../stage/tracks.ts";
import type { CourseLayout } from "../course.ts";

/** A part of a picture, from its left top corner. */
export type Box = Size & { x: number; y: number };

/** The smallest box around points. */
export function boxAround(corners: readonly Point[]): Box {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The outer edges of the course, in lanes. */
export const EDGES = [-0.5, 5.5] as const;

/** The two ends of a line across the course. */
export function across(course: CourseLayout, along: number): readonly [Point, Point] {
  const [far, near] = EDGES.map((lane) => course.at(along, lane));
  return [
    [far?.x ?? 0, far?.y ?? 0],
    [near?.x ?? 0, near?.y ?? 0],
  ];
}

/** Strips of the course between two edges, in lanes. */
export interface Layered {
  wide: readonly [number, number];
  narrow: readonly [number, number];
  colour: string;
  alpha: number;
}

/** So many layers of light, or of shade, make a soft edge. */
const LAYERS = 6;

/**
 * Lays light or shade over a strip of the course that narrows from `wide` to `narrow`, both in lanes;
 * `alpha` is how much of it there is where all layers lie.
 */
export function layer(
  context: CanvasRenderingContext2D,
  course: CourseLayout,
  along: readonly [number, number],
  { wide, narrow, colour, alpha }: Layered,
): void {
  const lanesAt = (i: number): [number, number] => {
    const share = i / (LAYERS - 1);
    return [lerp(wide[0], narrow[0], share), lerp(wide[1], narrow[1], share)];
  };
  const upTo = (i: number) => withAlpha(colour, 1 - (1 - alpha) ** ((i + 1) / LAYERS));
  if (course.tall) {
    context.fillStyle = upTo(0);
    for (let i = 0; i < LAYERS; i++) {
      polygon(context, course.quad(along, lanesAt(i)));
      context.fill();
    }
    return;
  }
  // Lanes that run level are the same all along: one gradient for all layers.
  const [top, foot] = [course.at(0, wide[0]).y, course.at(0, wide[1]).y];
  const falls = context.createLinearGradient(0, top, 0, foot);
  const stop = (i: number, side: 0 | 1) => {
    const { y } = course.at(0, lanesAt(i)[side]);
    falls.addColorStop(clamp01((y - top) / (foot - top)), upTo(i));
  };
  for (let i = 0; i < LAYERS; i++) {
    stop(i, 0);
  }
  for (let i = LAYERS - 1; i >= 0; i--) {
    stop(i, 1);
  }
  polygon(context, course.quad(along, wide));
  context.fillStyle = falls;
  context.fill();
}
