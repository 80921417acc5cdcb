import type { Size } from "./scene.ts";

/** Metres: x to the right, y away from the viewer, z up; the middle of the felt, or of a module, is the origin. */
export type Point3 = readonly [x: number, y: number, z: number];

/** World to plate, as the studio exports it: rows for u, v and their divisor; shares from the left top corner. */
export type CameraMatrix = readonly (readonly number[])[];

/** How many units a square plate is wide in the picture. */
export const PLATE = 1000;

/** Where a point is on a plate, in its units, and how far from the eye. */
export interface OnPlate {
  x: number;
  y: number;
  far: number;
}

export function project(matrix: CameraMatrix, [x, y, z]: Point3): OnPlate {
  const [u, v, w] = [0, 1, 2].map((row) => {
    const [a = 0, b = 0, c = 0, d = 0] = matrix[row] ?? [];
    return a * x + b * y + c * z + d;
  }) as [number, number, number];
  return { x: (PLATE * u) / w, y: (PLATE * v) / w, far: w };
}

/** A camera as directions of the world, one metre long each: to its right, up, and to the eye. */
export interface Eye {
  right: Point3;
  up: Point3;
  back: Point3;
}

export function eyeOf(matrix: CameraMatrix): Eye {
  const [x = 0, y = 1, z = 0] = matrix[2] ?? [];
  const [flat, long] = [Math.hypot(x, y), Math.hypot(x, y, z)];
  return {
    right: [y / flat, -x / flat, 0],
    up: [(-x * z) / flat / long, (-y * z) / flat / long, flat / long],
    back: [-x / long, -y / long, -z / long],
  };
}

/** The part of a plate that every box shows in full: its middle and extents, as shares of the plate. */
export interface Focus {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a plate is in a box: CSS pixels for each of its units, and its left top corner. */
export interface Framing {
  scale: number;
  x: number;
  y: number;
}

/** As large as shows the focus in full, never so small that the box is not covered. The first paint does the same in CSS. */
export function framingOf({ width, height }: Size, focus: Focus): Framing {
  // Whole pixels: a plate that is scaled to them once is only copied then.
  const side = Math.ceil(
    Math.max(width, height, Math.min(width / focus.width, height / focus.height)),
  );
  const start = (length: number, middle: number) =>
    Math.min(0, Math.max(length - side, Math.round(length / 2 - middle * side)));
  return { scale: side / PLATE, x: start(width, focus.x), y: start(height, focus.y) };
}

/** The same, so much closer to a point of the box, which it covers: the middle, or as far down as `low` says, a share. */
export function closer(
  { scale, x, y }: Framing,
  { width, height }: Size,
  factor: number,
  low = 0.5,
): Framing {
  const side = Math.max(width, height, PLATE * scale * factor);
  const from = (start: number, length: number, at: number) =>
    Math.max(length - side, Math.min(0, at - ((at - start) * side) / (PLATE * scale)));
  return { scale: side / PLATE, x: from(x, width, width / 2), y: from(y, height, low * height) };
}

/** Where a point of the world is in a box, in CSS pixels. */
export function inBox(
  matrix: CameraMatrix,
  framing: Framing,
  point: Point3,
): { x: number; y: number } {
  const { x, y } = project(matrix, point);
  return { x: framing.x + x * framing.scale, y: framing.y + y * framing.scale };
}
