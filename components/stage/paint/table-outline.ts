import type { Size } from "../scene.ts";

/*
 * The outline of a table. It is seen from a little before its near end: its sides run together towards the
 * far one. the rail in `src/still/cloth.ts` is the same.
 */

/** How far a side leans over the height of the box, by that height, and by its width at most. */
const [BY_HEIGHT, BY_WIDTH] = [0.1, 0.05];
/** Where the sides are no nearer to each other and no further apart than in a plan, by the height. */
const PIVOT = 0.28;

/** How far either side of a table leans outwards over the height of its box, in CSS pixels. */
function sideLean({ width, height }: Size): number {
  return Math.min(height * BY_HEIGHT, width * BY_WIDTH);
}

/** How far the far corners have moved inwards, and the near ones outwards, in CSS pixels. */
export function cornerShifts(size: Size): { far: number; near: number } {
  const lean = sideLean(size);
  return { far: lean * PIVOT, near: lean * (1 - PIVOT) };
}

/**
 * How far what lies on a table at so many CSS pixels from its left leans, as `Placement.lean`: its sides run towards
 * the same point beyond the far end as those of the table.
 */
export const leanAt = (size: Size, x: number): number =>
  ((2 * x) / size.width - 1) * (sideLean(size) / size.height);

/** The radius of the corners of a table's piping, in CSS pixels. */
export const cornerRadius = (height: number): number => Math.min(height * 0.3, 70);

/** Makes the outline of a table the context's path, so far within its box and so far up. CSS pixels. */
export function traceTable(
  context: CanvasRenderingContext2D,
  size: Size,
  { edge, radius, up = 0 }: { edge: number; radius: number; up?: number },
): void {
  const { width, height } = size;
  const pivot = height * PIVOT;
  const lean = sideLean(size) / height;
  const x = width / 2 - edge;
  const [far, near] = [edge - up - pivot, height - edge - up - pivot];
  // Down the right side and up the left one, each as a mirrored half.
  for (const [side, from, to] of [
    [1, far, near],
    [-1, near, far],
  ] as const) {
    context.save();
    context.translate(width / 2, pivot);
    context.transform(side, 0, side * lean, 1, 0, 0);
    context.lineTo(0, from);
    context.arcTo(x, from, x, to, radius);
    context.arcTo(x, to, 0, to, radius);
    context.lineTo(0, to);
    context.restore();
  }
  context.closePath();
}
