import type { Focus } from "../../src/games/contract.ts";
import { SPARE_ABOVE } from "../../src/look/tokens.ts";
import type { Point, Size } from "./drawing.ts";

/** Metres: x to the right, y away from the viewer, z up; the centre of the felt, or of a module, is the origin. */
export type Point3 = readonly [x: number, y: number, z: number];

/** The projection from the world to a plate, as exported by the studio: rows for u, v and their divisor. */
export type CameraMatrix = readonly (readonly number[])[];

/** Width of a square plate in its own units. */
export const PLATE = 1000;

export interface OnPlate {
  x: number;
  y: number;
  depth: number;
}

export function project(matrix: CameraMatrix, [x, y, z]: Point3): OnPlate {
  const [u, v, w] = [0, 1, 2].map((row) => {
    const [a = 0, b = 0, c = 0, d = 0] = matrix[row] ?? [];
    return a * x + b * y + c * z + d;
  }) as [number, number, number];
  return { x: (PLATE * u) / w, y: (PLATE * v) / w, depth: w };
}

/** A camera's axes in the world, as unit vectors: to its right, up, and towards the eye. */
export interface Eye {
  right: Point3;
  up: Point3;
  back: Point3;
}

export function cameraAxes(matrix: CameraMatrix): Eye {
  const [x = 0, y = 1, z = 0] = matrix[2] ?? [];
  const [flat, long] = [Math.hypot(x, y), Math.hypot(x, y, z)];
  return {
    right: [y / flat, -x / flat, 0],
    up: [(-x * z) / flat / long, (-y * z) / flat / long, flat / long],
    back: [-x / long, -y / long, -z / long],
  };
}

/** A plate's position in a box: CSS pixels per unit, and its top left corner. */
export interface Framing {
  scale: number;
  x: number;
  y: number;
}

/** The largest framing that shows the focus in full and covers the box. The first paint does the same in CSS. */
export function fitFraming({ width, height }: Size, focus: Focus): Framing {
  // Whole pixels, so that a plate is scaled once and then only copied.
  const side = Math.ceil(
    Math.max(width, height, Math.min(width / focus.width, height / focus.height)),
  );
  const start = (length: number, middle: number) =>
    Math.min(0, Math.max(length - side, Math.round(length / 2 - middle * side)));
  const spare = height - focus.height * side;
  const lower =
    (spare < 0 && focus.keepsFoot === true ? spare / 2 : SPARE_ABOVE * Math.max(0, spare)) / side;
  return { scale: side / PLATE, x: start(width, focus.x), y: start(height, focus.y - lower) };
}

/**
 * How a camera moves in: the factor, and the point that stays in place, which can be outside the box. `x` and `y` are
 * fractions of the box.
 */
export interface MoveIn {
  by: number;
  x: number;
  y: number;
}

export function movedIn(
  { scale, x, y }: Framing,
  { width, height }: Size,
  { by, ...still }: MoveIn,
): Framing {
  const side = Math.max(width, height, PLATE * scale * by);
  const from = (start: number, length: number, share: number) => {
    const fixed = length * share;
    const moved = fixed - ((fixed - start) * side) / (PLATE * scale);
    return Math.max(length - side, Math.min(0, moved));
  };
  return { scale: side / PLATE, x: from(x, width, still.x), y: from(y, height, still.y) };
}

/** A world point's position in a box, in CSS pixels. */
export function inBox(matrix: CameraMatrix, framing: Framing, point: Point3): Point {
  const { x, y } = project(matrix, point);
  return { x: framing.x + x * framing.scale, y: framing.y + y * framing.scale };
}

/** Replaces file paths with file names, without folder and extension. */
export const byName = <Value>(files: Readonly<Record<string, Value>>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, value]) => [path.replace(/^.*\/|\.\w+$/g, ""), value]),
  ) as Readonly<Record<string, Value>>;

/** A card table's plates by name, from the cameras that the studio exported and the picture URLs. */
export function platesFrom(
  cameras: Readonly<Record<string, { matrix: CameraMatrix }>>,
  pictures: Readonly<Record<string, string>>,
): Readonly<Record<string, { url: string; matrix: CameraMatrix }>> {
  const named = byName(cameras);
  return Object.fromEntries(
    Object.entries(byName(pictures)).map(([name, url]) => [
      name,
      // `first`, the small plate for the first paint, has the master's camera.
      { url, matrix: (named[name] ?? named["master"])?.matrix ?? [] },
    ]),
  );
}
