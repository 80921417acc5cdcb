import type { HandsPose } from "../../../components/stage/cards/hands/dealer-hands.ts";
import { wristOf } from "../../../components/stage/cards/hands/hand.ts";
import { touchAt } from "../../../components/stage/cards/hands/reach.ts";
import type { Reachable } from "../../../components/stage/cards/hands/reach.ts";
import { SHAPES, THUMB } from "../../../components/stage/cards/hands/shapes.ts";
import { CUFF_ENDS, SLEEVE_HALF } from "../../../components/stage/cards/hands/sleeve.ts";
import type { Size } from "../../../components/stage/scene.ts";

/* Where the dealer's hands are over a table, as round bodies, and what lies beneath them. CSS pixels. */

export type Box = Size & { x: number; y: number };
export interface Point {
  x: number;
  y: number;
}
/** A round body from one point to another. */
export interface Capsule {
  from: Point;
  to: Point;
  radius: number;
}

/** A hand and its arm over the table; of one that pinches a card all, or what lies over that, or beneath it. */
export function bodies(
  reach: Reachable,
  side: "left" | "right",
  { left, right, cards }: HandsPose,
  part: "all" | "over" | "beneath" = "all",
): Capsule[] {
  const pose = side === "left" ? left : right;
  const touch = pose && touchAt(reach, side, pose, cards);
  if (!pose || !touch) {
    return [];
  }
  const { wrist, turned } = wristOf(touch, pose.shape, reach.handPx, side === "left");
  const on = ([x, y]: readonly [number, number, number]): Point => {
    const off = turned(x, y);
    return { x: wrist.x + off.x, y: wrist.y + off.y };
  };
  const limbs = {
    over: SHAPES[pose.shape].limbs,
    beneath: pose.shape === "pinch" ? THUMB.limbs : [],
  };
  const seen = part === "all" ? [...limbs.over, ...limbs.beneath] : limbs[part];
  const hand = seen.map(({ from, to, radii }) => ({
    from: on(from),
    to: on(to),
    radius: ((radii[0] + radii[1]) / 2) * reach.handPx,
  }));
  const { elbow } = touch;
  const length = Math.hypot(elbow.x - wrist.x, elbow.y - wrist.y) || 1;
  const foot = (CUFF_ENDS * reach.handPx) / length;
  // It ends straight, and not in a half circle.
  const end = foot - (SLEEVE_HALF * reach.handPx) / length;
  const cuff = {
    x: wrist.x - end * (elbow.x - wrist.x),
    y: wrist.y - end * (elbow.y - wrist.y),
  };
  return part === "beneath"
    ? hand
    : [...hand, { from: cuff, to: elbow, radius: SLEEVE_HALF * reach.handPx }];
}

function isWithin({ from, to, radius }: Capsule, { x, y }: Point): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy) < radius;
}

/** What of a box, around a point and turned, lies beneath bodies: 0 to 1. */
export function covered(all: readonly Capsule[], at: Point, angle: number, box: Box): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let hidden = 0;
  const [across, down] = [5, 5];
  for (let i = 0; i < across; i++) {
    for (let k = 0; k < down; k++) {
      const x = box.x + box.width * ((i + 0.5) / across - 0.5);
      const y = box.y + box.height * ((k + 0.5) / down - 0.5);
      const point = { x: at.x + x * cos - y * sin, y: at.y + x * sin + y * cos };
      hidden += all.some((body) => isWithin(body, point)) ? 1 : 0;
    }
  }
  return hidden / (across * down);
}
