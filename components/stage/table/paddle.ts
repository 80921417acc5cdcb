import { Container } from "pixi.js";
import type { Pictures } from "../pixi/pictures.ts";
import { Sheet } from "../pixi/sheet.ts";
import type { Drawn, Surface } from "../pixi/sheet.ts";
import { clamp01, easeIn } from "../tracks.ts";
import { world } from "./places.ts";
import type { Place } from "./places.ts";
import { behind, squeezeShares } from "./round.ts";
import type { CardPose, PaddlePose } from "./round.ts";
import { evenly, foldOf } from "./surfaces.ts";

/** The croupier's paddle as the studio has cut it out, from straight above. */
export const PADDLE_URL = new URL("../studio/pack/paddle.avif", import.meta.url).href;

/** The picture in mm, how far its upper edge is from the middle of the blade, and half the blade. */
const [WIDE, LONG, ABOVE, HALF, TIP] = [105.6, 660, 580, 47.5, 75] as const;
/** It is held a little higher at its end, by this much for each mm. */
const HELD = 0.1;
/** In a squeeze: how far its edge lies beneath the card, and how far it draws back as that goes over, in mm. */
const [TUCKED, AWAY] = [12, 420] as const;

/** Where a point of it is: `a` mm to the right of its middle line, `b` from the middle of the blade to the handle. */
function onPalette({ x, y, angle, lift, roll }: PaddlePose, a: number, b: number) {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const across = a * Math.cos(roll);
  const up = lift + 1 + HALF * Math.abs(Math.sin(roll)) - a * Math.sin(roll) + HELD * (b + TIP);
  return world(x + across * cos - b * sin, y + across * sin + b * cos, up);
}

/** Its blade and its handle, in mm from the middle of the blade. */
const OUTLINE = [
  [-HALF, -TIP],
  [HALF, -TIP],
  [HALF, 55],
  [8, TIP + 15],
  [8, ABOVE],
  [-8, ABOVE],
  [-8, TIP + 15],
  [-HALF, 55],
] as const;

/** The picture of the paddle as a surface. */
function surfaceOf(pose: PaddlePose): Surface {
  const middle = ABOVE - LONG / 2;
  return {
    width: WIDE,
    height: LONG,
    way: Math.PI / 2,
    cuts: evenly(-LONG / 2, LONG / 2, 24),
    outline: OUTLINE.map(([x, b]) => ({ x, y: middle - b })),
    at: (x, y) => onPalette(pose, x, middle - y),
  };
}

/** The paddle on the plate, beneath the cards or on them. */
export class Paddle {
  readonly under = new Container();
  readonly over = new Container();
  readonly #sheet = new Sheet();
  readonly #pictures: Pictures;

  constructor(pictures: Pictures) {
    this.#pictures = pictures;
    this.over.addChild(this.#sheet.container);
  }

  show(pose: PaddlePose | null, drawn: Drawn): void {
    const picture = this.#pictures.get(PADDLE_URL)?.source.resource as ImageBitmap | undefined;
    if (pose === null || picture === undefined) {
      this.#sheet.hide();
      return;
    }
    (pose.isUnder ? this.under : this.over).addChild(this.#sheet.container);
    this.#sheet.show(surfaceOf(pose), [picture, picture], JSON.stringify(pose), drawn);
  }
}

/** The paddle in close-up: beneath the edge of the card that is lifted, along its bend, until the card goes over. */
export function squeezing(place: Place, { axis, turn }: CardPose): PaddlePose | null {
  if (axis === null) {
    return null;
  }
  const { rolled, over } = squeezeShares(turn);
  const { fold } = foldOf(axis, place.angle, rolled);
  const from = fold + HALF - TUCKED;
  // Along the bend, to the side on which the croupier is.
  const isRight = Math.cos(axis) > -1e-9;
  const angle = (isRight ? -axis : Math.PI - axis) * (180 / Math.PI);
  const blade = {
    x: place.x + from * Math.cos(axis),
    y: place.y - from * Math.sin(axis),
    angle,
    lift: 0,
    roll: (isRight ? 1 : -1) * 0.2 * rolled,
    isUnder: true,
  };
  return behind(blade, 24 + AWAY * easeIn(clamp01(over * 1.4)));
}
