import { whim } from "../../../src/round/whim.ts";
import type { Kit, Node, Picture } from "../kit.ts";
import { paintGlow } from "../paint/felt.ts";
import { arc } from "../tracks.ts";

/** So many at most, and how wide one is painted, in CSS pixels. */
const [EMBERS, SOFT_PX] = [30, 24];

/** Where embers rise from, in CSS pixels: the middle of a line, and how wide it is; and how high they rise. */
export interface Hearth {
  x: number;
  y: number;
  width: number;
  rise: number;
}

/** Embers that rise from something that burns, each at its own pace, and go out. */
export class Embers {
  readonly nodes: readonly Node[];
  readonly #embers: readonly Picture[];

  constructor(kit: Kit) {
    this.#embers = Array.from({ length: Math.ceil(EMBERS * kit.detail.particles) }, (_, i) => {
      const ember = kit.light();
      const tint = ["#ffb24a", "#ff7a2e", "#ffe2a0"][i % 3] ?? "#ffb24a";
      ember.paint({ width: SOFT_PX, height: SOFT_PX }, (context, box) => {
        paintGlow(context, box, tint);
        context.beginPath();
        context.arc(box.width / 2, box.height / 2, SOFT_PX * 0.11, 0, 2 * Math.PI);
        context.fillStyle = "#fff3d6";
        context.fill();
      });
      return ember;
    });
    this.nodes = this.#embers;
  }

  /** `strength` from 0 to 1; they are as they are so many seconds after they began. */
  show({ x, y, width, rise }: Hearth, strength: number, seconds: number): void {
    this.#embers.forEach((ember, i) => {
      const begun = seconds * (0.35 + 0.3 * whim(i, 41)) - whim(i, 42);
      const nth = Math.floor(begun);
      const share = begun - nth;
      const from = (whim(i, nth, 43) - 0.5) * width;
      ember.place({
        x: x + from * (1 - 0.25 * share) + Math.sin(share * 7 + i) * rise * 0.03,
        y: y - rise * (0.55 + 0.45 * whim(i, 44)) * share ** 0.8,
        scale: (0.6 + 0.9 * whim(i, 45) ** 2) * Math.max(0.5, rise / 210) * (1 - 0.5 * share),
        alpha:
          begun < 0 ? 0 : strength * arc(share) * (0.75 + 0.25 * Math.sin(seconds * 9 + i * 3)),
      });
    });
  }
}
