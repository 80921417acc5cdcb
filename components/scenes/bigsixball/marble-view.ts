import type { CameraMatrix, Eye, Point3 } from "../../stage/plates.ts";
import { project } from "../../stage/plates.ts";
import { MARBLE } from "./courses.ts";
import type { MarblePose } from "./pose.ts";

/*
 * How a marble is turned, and what of it a camera sees. Both poles have a white cap with its number; they are
 * aslant to the axis that it rolls around, so that every camera sees one of them.
 */

/** How far the poles are from the axis, and where they are around it at the gate: towards the camera there. Radians. */
const [ASLANT, AT_GATE] = [0.9, 0.6] as const;

const dot = (a: Point3, b: Point3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point3, b: Point3): Point3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const scaled = (a: Point3, by: number): Point3 => [a[0] * by, a[1] * by, a[2] * by];
const sum = (a: Point3, b: Point3): Point3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const unit = (a: Point3): Point3 => scaled(a, 1 / (Math.hypot(...a) || 1));

/** One pole, and from there the way to the top of the number; both one long, in the world. */
interface Turned {
  pole: Point3;
  top: Point3;
}

/** How a marble lies that has rolled so far. */
function turnedAs({ heading, rolled }: Pick<MarblePose, "heading" | "rolled">): Turned {
  const ahead: Point3 = [Math.cos(heading), -Math.sin(heading), 0];
  const axis: Point3 = [-ahead[1], ahead[0], 0];
  // In parts along the axis, ahead and up: at the gate, and then rolled over.
  const [side, out] = [Math.cos(ASLANT), Math.sin(ASLANT)];
  const pole = [side, out * Math.cos(AT_GATE), out * Math.sin(AT_GATE)] as const;
  const high = 1 / Math.hypot(pole[0], pole[1]);
  const top = [-pole[2] * pole[0] * high, -pole[2] * pole[1] * high, 1 / high] as const;
  const [cos, sin] = [Math.cos(rolled), Math.sin(rolled)];
  const roll = ([a, b, c]: readonly [number, number, number]): Point3 =>
    sum(scaled(axis, a), [
      ahead[0] * (b * cos + c * sin),
      ahead[1] * (b * cos + c * sin),
      c * cos - b * sin,
    ]);
  return { pole: roll(pole), top: roll(top) };
}

/** A pair of directions on a plate: half of a picture's width and of its height, to the right and down. */
export interface Spread {
  x: number;
  y: number;
  right: readonly [number, number];
  down: readonly [number, number];
}

/** What is seen of a marble on a plate, in its units. */
export interface Seen {
  x: number;
  y: number;
  radius: number;
  far: number;
  /** How far its nearer pole is from the middle, in radians, and in which direction. */
  tilt: number;
  towards: number;
  /** Its number, on the pole that is nearer; null where that is at the edge. */
  number: Spread | null;
  /** Its shadow on the road. */
  shadow: Spread;
  /** Where it rolls to, as far as its own radius. */
  way: readonly [number, number];
}

/** The number's picture by the marble, and how deep beneath the surface it lies, so flat. */
const [NUMBER, DEEP] = [0.5, 0.94] as const;
/** The shadow's picture by the marble, and how far it falls to the right and away from the eye, in radii. */
const SHADOW = { wide: 1.6, right: 0.1, back: 0.16 } as const;

export function seenAs(pose: MarblePose, matrix: CameraMatrix, eye: Eye): Seen {
  const radius = MARBLE / 2;
  const { x, y, far } = project(matrix, pose.at);
  const edge = project(matrix, sum(pose.at, scaled(eye.right, radius)));
  const px = edge.x - x;
  const onPlate = (way: Point3): readonly [number, number] => [
    px * dot(way, eye.right),
    -px * dot(way, eye.up),
  ];
  let { pole, top } = turnedAs(pose);
  if (dot(pole, eye.back) < 0) {
    pole = scaled(pole, -1);
  }
  const facing = dot(pole, eye.back);
  const [outX, outY] = onPlate(pole);
  const right = onPlate(scaled(cross(top, pole), NUMBER));
  const down = onPlate(scaled(top, -NUMBER));
  // On the road, whose fall is not seen.
  const near = unit([eye.back[0], eye.back[1], 0]);
  const aside = sum(scaled(eye.right, SHADOW.right), scaled(near, -SHADOW.back));
  const ground = sum(pose.at, scaled(sum(aside, [0, 0, 2 * Math.min(0, pose.sunk) - 1]), radius));
  const foot = project(matrix, ground);
  const reach = (way: Point3): readonly [number, number] => {
    const end = project(matrix, sum(ground, scaled(way, radius * SHADOW.wide)));
    return [end.x - foot.x, end.y - foot.y];
  };
  return {
    x,
    y,
    radius: px,
    far,
    tilt: Math.acos(Math.min(1, facing)),
    towards: Math.atan2(outY, outX),
    number: facing > 0.12 ? { x: x + outX * DEEP, y: y + outY * DEEP, right, down } : null,
    shadow: { x: foot.x, y: foot.y, right: reach(eye.right), down: reach(near) },
    way: onPlate([Math.cos(pose.heading), -Math.sin(pose.heading), 0]),
  };
}
