import type { CameraMatrix, Eye, Point3 } from "../../stage/plates.ts";
import { project } from "../../stage/plates.ts";
import { MARBLE } from "./courses.ts";
import type { MarblePose } from "./pose.ts";

/*
 * How a marble is rotated, and how it appears to a camera. Both poles have a white cap with the number, and are at an
 * angle to the rolling axis, so that every camera sees one of them.
 */

/** Angle between the poles and the rolling axis, in radians. */
const POLE_ANGLE = 0.9;
/** Rotation of the poles about the axis at the gate, towards the camera there, in radians. */
const GATE_ROTATION = 0.6;

const dot = (a: Point3, b: Point3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point3, b: Point3): Point3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const scale = (a: Point3, by: number): Point3 => [a[0] * by, a[1] * by, a[2] * by];
const sum = (a: Point3, b: Point3): Point3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const unit = (a: Point3): Point3 => scale(a, 1 / (Math.hypot(...a) || 1));

/** A pole's direction, and from there to the top of the number; unit vectors in the world. */
interface Rotation {
  pole: Point3;
  top: Point3;
}

function marbleRotation({ heading, rolled }: Pick<MarblePose, "heading" | "rolled">): Rotation {
  const ahead: Point3 = [Math.cos(heading), -Math.sin(heading), 0];
  const axis: Point3 = [-ahead[1], ahead[0], 0];
  // Components along the axis, ahead and up; first at the gate, then rolled.
  const [side, out] = [Math.cos(POLE_ANGLE), Math.sin(POLE_ANGLE)];
  const pole = [side, out * Math.cos(GATE_ROTATION), out * Math.sin(GATE_ROTATION)] as const;
  const perLevel = 1 / Math.hypot(pole[0], pole[1]);
  const top = [-pole[2] * pole[0] * perLevel, -pole[2] * pole[1] * perLevel, 1 / perLevel] as const;
  const [cos, sin] = [Math.cos(rolled), Math.sin(rolled)];
  const roll = ([a, b, c]: readonly [number, number, number]): Point3 =>
    sum(scale(axis, a), [
      ahead[0] * (b * cos + c * sin),
      ahead[1] * (b * cos + c * sin),
      c * cos - b * sin,
    ]);
  return { pole: roll(pole), top: roll(top) };
}

/** A picture's position on a plate: its centre, and the vectors to its right and lower edges. */
export interface Spread {
  x: number;
  y: number;
  right: readonly [number, number];
  down: readonly [number, number];
}

/** A marble as it appears on a plate, in units of the plate. */
export interface MarbleView {
  x: number;
  y: number;
  radius: number;
  /** Distance from the camera. */
  depth: number;
  /** Angle between the nearer pole and the direction to the camera, in radians. */
  tilt: number;
  /** Direction of the nearer pole on the plate, in radians. */
  towards: number;
  /** The number on the nearer pole; null if the pole is at the edge. */
  number: Spread | null;
  shadow: Spread;
  /** The direction of rolling, as long as the radius. */
  direction: readonly [number, number];
}

/** Size of the number's picture, relative to the marble. */
const NUMBER = 0.5;
/** Distance of the flat number from the centre of the marble, in radii. */
const NUMBER_DISTANCE = 0.94;
/**
 * Size of the shadow's picture relative to the marble, and its offset to the right and away from the camera, in radii.
 */
const SHADOW = { width: 1.6, right: 0.1, back: 0.16 } as const;

export function viewMarble(pose: MarblePose, matrix: CameraMatrix, eye: Eye): MarbleView {
  const radius = MARBLE / 2;
  const { x, y, depth } = project(matrix, pose.at);
  const edge = project(matrix, sum(pose.at, scale(eye.right, radius)));
  const px = edge.x - x;
  const onPlate = (vector: Point3): readonly [number, number] => [
    px * dot(vector, eye.right),
    -px * dot(vector, eye.up),
  ];
  let { pole, top } = marbleRotation(pose);
  if (dot(pole, eye.back) < 0) {
    pole = scale(pole, -1);
  }
  const facing = dot(pole, eye.back);
  const [outX, outY] = onPlate(pole);
  const right = onPlate(scale(cross(top, pole), NUMBER));
  const down = onPlate(scale(top, -NUMBER));
  // The shadow is on the road, whose slope is too small to matter.
  const near = unit([eye.back[0], eye.back[1], 0]);
  const aside = sum(scale(eye.right, SHADOW.right), scale(near, -SHADOW.back));
  const ground = sum(pose.at, scale(sum(aside, [0, 0, 2 * Math.min(0, pose.sunk) - 1]), radius));
  const foot = project(matrix, ground);
  const reach = (vector: Point3): readonly [number, number] => {
    const end = project(matrix, sum(ground, scale(vector, radius * SHADOW.width)));
    return [end.x - foot.x, end.y - foot.y];
  };
  return {
    x,
    y,
    radius: px,
    depth,
    tilt: Math.acos(Math.min(1, facing)),
    towards: Math.atan2(outY, outX),
    number:
      facing > 0.12
        ? { x: x + outX * NUMBER_DISTANCE, y: y + outY * NUMBER_DISTANCE, right, down }
        : null,
    shadow: { x: foot.x, y: foot.y, right: reach(eye.right), down: reach(near) },
    direction: onPlate([Math.cos(pose.heading), -Math.sin(pose.heading), 0]),
  };
}
