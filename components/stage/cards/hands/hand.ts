import type { Group, Kit, Picture } from "../../kit.ts";
import type { Size } from "../../scene.ts";
import { clamp01 } from "../../tracks.ts";
import { DEPTH } from "../depths.ts";
import { paintArmShadow, paintGlove, paintShadow, paintSleeve } from "./paint.ts";
import type { Side, Touch } from "./reach.ts";
import type { Relief } from "./relief.ts";
import { SHAPES, THUMB } from "./shapes.ts";
import type { ShapeName } from "./shapes.ts";

/** The box of a hand's picture and its wrist in it, in lengths of a hand. */
const BOX = { width: 0.86, height: 1.24, x: 0.48, y: 0.2 } as const;
/** How far around a body its shadow is blurred, in lengths of a hand. */
const BLUR = 0.09;
/** The box of a sleeve, in lengths of a hand. */
const [SLEEVE_WIDE, SLEEVE_FOOT] = [0.74, 0.32];

/** Where in a hand it touches, from its wrist, in its lengths: under the finger tips, or between them. */
const TOUCHES: Readonly<Record<ShapeName, readonly [number, number]>> = {
  flat: [0, 0.8],
  pinch: [-0.23, 0.78],
  side: [-0.13, 0.66],
};

interface Point {
  x: number;
  y: number;
}

/** How far from its wrist a hand is looked at, and how wide it is there, in its lengths. */
const [ALONG, HALF_WIDE] = [[0.1, 0.3, 0.5, 0.7, 0.9], 0.2] as const;
/** So much of it in the picture reads as a hand; below the first nothing of it is shown: a finger tip, or a strip of a cuff. */
const [SCRAP, READS] = [0.36, 0.39] as const;

/** How far a hand is shown, 0 to 1, of which so much is in the picture. */
export function shownOf(
  { wrist, turned }: Pick<ReturnType<typeof wristOf>, "wrist" | "turned">,
  handPx: number,
  { width, height }: Size,
): number {
  const inside = ALONG.map((along) => {
    const { x, y } = turned(0, along);
    const [at, down] = [wrist.x + x, wrist.y + y];
    const within = Math.min(at, width - at, down, height - down);
    return clamp01(0.5 + within / (2 * HALF_WIDE * handPx));
  });
  const share = inside.reduce((sum, one) => sum + one, 0) / ALONG.length;
  return clamp01((share - SCRAP) / (READS - SCRAP));
}

/** The lamp hangs behind the table, where arms come from. */
const LAMP = -Math.PI / 2 + 0.2;

/** How far it is from a point in a box to its edge in a direction of length 1; 0 from outside. CSS pixels. */
function outOf({ width, height }: Size, from: Point, { x, y }: Point): number {
  const until = (at: number, step: number, length: number) =>
    step === 0 ? Number.POSITIVE_INFINITY : ((step > 0 ? length : 0) - at) / step;
  return Math.max(0, Math.min(until(from.x, x, width), until(from.y, y, height)));
}

/**
 * Where the wrist of a hand so long is that touches the table, how far the hand is turned, how large it is seen, and
 * how far it is from the wrist to a point of its shape, which is in its lengths. CSS pixels.
 */
export function wristOf(
  { x, y, high, elbow }: Touch,
  shape: ShapeName,
  handPx: number,
  isMirrored: boolean,
) {
  const scale = 1 + 0.06 * high;
  const flip = isMirrored ? -1 : 1;
  const angle = Math.atan2(y - elbow.y, x - elbow.x) - Math.PI / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turned = (across: number, down: number): Point => ({
    x: handPx * scale * (across * flip * cos - down * sin),
    y: handPx * scale * (across * flip * sin + down * cos),
  });
  const [across, down] = TOUCHES[shape];
  const toTouch = turned(across, down);
  return { wrist: { x: x - toTouch.x, y: y - toTouch.y }, angle, turned, scale };
}

/** A gloved hand with its forearm, drawn; nothing of it is seen until it is shown. */
export class Hand {
  readonly node: Group;
  /** What of a hand that pinches lies beneath what it holds. */
  readonly beneath: Group;
  readonly #isMirrored: boolean;
  readonly #kit: Kit;
  readonly #shapes: readonly { shape: ShapeName; glove: Picture; shadow: Picture }[];
  readonly #thumb: Picture | null;
  readonly #sleeve: Picture;
  readonly #sleeveShadow: Picture;
  #handPx = 1;
  #armPx = 1;
  #size: Size = { width: 1, height: 1 };

  constructor(kit: Kit, side: Side, shapes: readonly ShapeName[]) {
    this.#isMirrored = side === "left";
    this.#kit = kit;
    [this.node, this.beneath] = [kit.group(), kit.group()];
    this.#shapes = shapes.map((shape) => ({ shape, glove: kit.picture(), shadow: kit.picture() }));
    [this.#sleeve, this.#sleeveShadow] = [kit.picture(), kit.picture()];
    this.node.add(this.#sleeveShadow, ...this.#shapes.map(({ shadow }) => shadow));
    this.node.add(...this.#shapes.map(({ glove }) => glove), this.#sleeve);
    this.#thumb = shapes.includes("pinch") ? kit.picture() : null;
    if (this.#thumb) {
      this.beneath.add(this.#thumb);
    }
    for (const part of [this.node, this.beneath]) {
      part.place({ x: 0, y: 0, alpha: 0 });
    }
  }

  /** Paints it so long, with an arm as long as it takes from anywhere on a table. CSS pixels. */
  fit(handPx: number, size: Size): void {
    [this.#handPx, this.#size] = [handPx, size];
    this.#armPx = Math.max(0.62 * size.height, 0.3 * size.width) + 0.3 * handPx;
    const box = { width: BOX.width * handPx, height: BOX.height * handPx };
    const margin = 2 * BLUR * handPx;
    const { accent, detail } = this.#kit;
    const posed = { unitPx: handPx, x: BOX.x * handPx, y: BOX.y * handPx };
    const paintHand = (picture: Picture, relief: Relief, dense: number) =>
      picture.paint({ width: box.width * dense, height: box.height * dense }, (context, at) =>
        paintGlove(context, at, relief, {
          unitPx: handPx * dense,
          x: posed.x * dense,
          y: posed.y * dense,
          lamp: LAMP,
          mostPx: detail.glovePx,
        }),
      );
    if (this.#thumb) {
      paintHand(this.#thumb, THUMB, this.#denseOf("pinch"));
    }
    for (const { shape, glove, shadow } of this.#shapes) {
      paintHand(glove, SHAPES[shape], this.#denseOf(shape));
      shadow.paint({ width: box.width + margin, height: box.height + margin }, (context, at) =>
        paintShadow(context, at, SHAPES[shape], {
          ...posed,
          x: posed.x + margin / 2,
          y: posed.y + margin / 2,
          blurPx: BLUR * handPx,
        }),
      );
    }
    const arm = { width: SLEEVE_WIDE * handPx, height: this.#armPx + SLEEVE_FOOT * handPx };
    const at = {
      unitPx: handPx,
      x: arm.width / 2,
      y: this.#armPx,
      lamp: LAMP,
      mostPx: detail.sleevePx,
    };
    this.#sleeve.paint(arm, (context, on) => paintSleeve(context, on, accent, at));
    this.#sleeveShadow.paint(arm, (context, on) => paintArmShadow(context, on));
  }

  /** How many times larger than on the table a shape is painted: one that squeezes is seen in close-up. */
  #denseOf(shape: ShapeName): number {
    return shape === "pinch" ? this.#kit.detail.closeUp : 1;
  }

  /**
   * Shows it where it touches the table; nothing for null. One that goes along its edge is left out where it would not
   * read as a hand (`isAlongEdge`).
   */
  show(touch: Touch | null, shape: ShapeName, isAlongEdge = false): void {
    const held = touch && wristOf(touch, shape, this.#handPx, this.#isMirrored);
    const share = held && isAlongEdge ? shownOf(held, this.#handPx, this.#size) : 1;
    const shown = held ? share : 0;
    this.node.place({ x: 0, y: 0, alpha: shown });
    this.beneath.place({
      x: 0,
      y: 0,
      depth: DEPTH.beneath,
      alpha: shape === "pinch" ? shown : 0,
    });
    if (!touch || !held) {
      return;
    }
    const { elbow } = touch;
    const { wrist, angle, turned, scale } = held;
    const unit = this.#handPx * scale;
    const flip = this.#isMirrored ? -1 : 1;
    const toMiddle = turned(BOX.width / 2 - BOX.x, BOX.height / 2 - BOX.y);
    const middle = { x: wrist.x + toMiddle.x, y: wrist.y + toMiddle.y };
    const fall = { x: unit * 0.02 * touch.high, y: unit * (0.035 + 0.2 * clamp01(touch.high)) };
    for (const { shape: other, glove, shadow } of this.#shapes) {
      const alpha = other === shape ? 1 : 0;
      const as = { angle, scale: [flip * scale, scale] as const };
      const drawn = scale / this.#denseOf(other);
      const seen = { ...middle, angle, scale: [flip * drawn, drawn] as const };
      glove.place({ ...seen, alpha });
      if (other === "pinch") {
        this.#thumb?.place(seen);
      }
      shadow.place({
        x: middle.x + fall.x,
        y: middle.y + fall.y,
        ...as,
        alpha: alpha * (0.78 - 0.38 * clamp01(touch.high)),
      });
    }
    const armAngle = Math.atan2(wrist.y - elbow.y, wrist.x - elbow.x) - Math.PI / 2;
    const back = { x: Math.sin(armAngle), y: -Math.cos(armAngle) };
    // Nobody sees where an arm ends: one that is too short is stretched.
    const outPx = outOf(this.#size, wrist, back) + 0.2 * this.#handPx;
    const long = Math.max(scale, outPx / this.#armPx);
    const up = ((this.#armPx - SLEEVE_FOOT * this.#handPx) / 2) * long;
    const arm = {
      x: wrist.x + up * back.x,
      y: wrist.y + up * back.y,
      angle: armAngle,
      scale: [flip * scale, long] as const,
    };
    this.#sleeve.place(arm);
    this.#sleeveShadow.place({
      ...arm,
      x: arm.x + fall.x,
      y: arm.y + fall.y + unit * 0.06,
      alpha: 0.5,
    });
  }
}
