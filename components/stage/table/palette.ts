import { CanvasSource, Container } from "pixi.js";
import type { Pictures } from "../pixi/pictures.ts";
import { Sheet } from "../pixi/sheet.ts";
import type { Surface } from "../pixi/sheet.ts";
import type { CameraMatrix } from "../plates.ts";
import { clamp01, easeIn } from "../tracks.ts";
import { CARD, world } from "./places.ts";
import type { Place } from "./places.ts";
import { behind, squeezeShares } from "./round.ts";
import type { CardPose, PalettePose } from "./round.ts";
import { ROLLED } from "./surfaces.ts";

/** The croupier's palette as the studio has cut it out, from straight above. */
export const PALETTE_URL = new URL("../studio/pack/palette.avif", import.meta.url).href;

/** The picture in mm, how far its upper edge is from the middle of the blade, and half the blade. */
const [WIDE, LONG, ABOVE, HALF, TIP] = [105.6, 660, 580, 47.5, 75] as const;
/** It is held a little higher at its end, by this much for each mm. */
const HELD = 0.1;
/** In a squeeze: how far its edge lies beneath the card, and how far it draws back as that goes over, in mm. */
const [TUCKED, AWAY] = [12, 420] as const;

/** Where a point of it is: `a` mm to the right of its middle line, `b` from the middle of the blade to the handle. */
function onPalette({ x, y, angle, lift, roll }: PalettePose, a: number, b: number, high = 1) {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const across = a * Math.cos(roll);
  const up = lift + 1 + HALF * Math.abs(Math.sin(roll)) - a * Math.sin(roll) + HELD * (b + TIP);
  return world(x + across * cos - b * sin, y + across * sin + b * cos, up * high);
}

/** Its shadow parts from it as it lifts: towards the viewer, away from the lamps. */
function shadowOf(pose: PalettePose, from: number, to: number, wide: number): Surface {
  const off = { ...pose, y: pose.y - 4 - pose.lift * 0.45, x: pose.x + pose.lift * 0.18 };
  return (u, v) => onPalette(off, (u - 0.5) * wide * Math.cos(pose.roll), to - v * (to - from), 0);
}

/** The palette on the plate, beneath the cards or on them. */
export class Palette {
  readonly under = new Container();
  readonly over = new Container();
  readonly #whole = new Container();
  readonly #sheet = new Sheet();
  readonly #shadows = [new Sheet(), new Sheet()] as const;
  readonly #soft: CanvasSource;
  readonly #pictures: Pictures;

  /** `soft`: the picture of a shadow, which stays the caller's. */
  constructor(pictures: Pictures, soft: CanvasSource) {
    [this.#pictures, this.#soft] = [pictures, soft];
    this.#whole.addChild(...this.#shadows.map(({ container }) => container), this.#sheet.container);
    this.over.addChild(this.#whole);
  }

  show(pose: PalettePose | null, matrix: CameraMatrix): void {
    const source = this.#pictures.get(PALETTE_URL)?.source ?? null;
    this.#whole.visible = pose !== null && source !== null;
    if (pose === null || source === null) {
      return;
    }
    (pose.isUnder ? this.under : this.over).addChild(this.#whole);
    this.#sheet.wear(source, source);
    const surface: Surface = (u, v) => onPalette(pose, (u - 0.5) * WIDE, ABOVE - v * LONG);
    this.#sheet.show(surface, [1, 24], matrix);
    const [blade, handle] = this.#shadows;
    const cast = (sheet: Sheet, from: number, to: number, wide: number, alpha: number) => {
      sheet.wear(this.#soft, this.#soft);
      sheet.show(shadowOf(pose, from, to, wide), [1, 1], matrix, { isLit: false });
      sheet.container.alpha = alpha - Math.min(0.35, pose.lift * 0.006);
    };
    cast(blade, -TIP - 12, TIP + 24, 2 * HALF + 26, 0.7);
    cast(handle, TIP, ABOVE, 40, 0.4);
  }
}

/** The palette in close-up: beneath the edge of the card that is lifted, along its bend, until the card goes over. */
export function squeezing(place: Place, { axis, turn }: CardPose): PalettePose | null {
  if (axis === null) {
    return null;
  }
  const { rolled, over } = squeezeShares(turn);
  const own = axis + (place.angle * Math.PI) / 180;
  const reach = (Math.abs(Math.cos(own)) * CARD.width + Math.abs(Math.sin(own)) * CARD.height) / 2;
  const fold = reach * (1 - 2 * ROLLED * rolled);
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
