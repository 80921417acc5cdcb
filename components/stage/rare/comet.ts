import type { Kit, Node } from "../kit.ts";
import { paintGlow } from "../paint/felt.ts";
import { clamp01 } from "../tracks.ts";

/** Of how many lights its tail is made, and how long that is: a share of its way, which it takes longer for. */
const TAIL = 14;
export const LONG = 0.24;
const SOFT_PX = 32;
/** On such a share of the way each light comes up, and goes out again. */
const KINDLED = 0.09;

/** A comet that runs along a way and burns out at its end. */
export class Comet {
  readonly nodes: readonly Node[];
  readonly #lights;
  #px = 1;

  constructor(kit: Kit) {
    this.#lights = Array.from({ length: TAIL }, (_, i) => {
      const light = kit.light();
      const tint = i === 0 ? "#fff6dc" : i < TAIL / 3 ? "#ffd07a" : "#ff8a3a";
      light.paint({ width: SOFT_PX, height: SOFT_PX }, (context, box) =>
        paintGlow(context, box, tint),
      );
      return light;
    });
    this.nodes = this.#lights;
  }

  /** How wide its head is, in CSS pixels. */
  fit(px: number): void {
    this.#px = px;
  }

  /** How far it is on its way, 0 to 1: nothing is seen at either end. */
  show(share: number, pointAt: (share: number) => { x: number; y: number }): void {
    // The tail comes in after it.
    const head = share * (1 + LONG);
    this.#lights.forEach((light, i) => {
      const behind = i / TAIL;
      const at = head - behind * LONG;
      light.place({
        x: pointAt(clamp01(at)).x,
        y: pointAt(clamp01(at)).y,
        scale: (this.#px * (1 - 0.75 * behind)) / SOFT_PX,
        alpha: clamp01(Math.min(at, 1 - at) / KINDLED) * (1 - behind) ** 1.4,
      });
    });
  }
}
