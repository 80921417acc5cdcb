import { whim } from "../../../src/round/whim.ts";
import type { Kit, Node, Picture } from "../kit.ts";
import { paintGlow } from "../paint/felt.ts";
import type { Size } from "../scene.ts";
import { arc } from "../tracks.ts";

/** How many motes there are, how large they are by the height of the box, and how long one is seen, in seconds. */
const [COUNT, LARGE, SEEN_S] = [14, 0.011, 9];
/** How far one drifts in that time, in widths of the box. */
const DRIFT = 0.07;
const SOFT_PX = 16;

/** Dust in the light of the lamp: motes that come, drift and go. */
export class Dust {
  readonly nodes: readonly Node[];
  readonly #motes: readonly Picture[];
  #size: Size = { width: 1, height: 1 };

  constructor(kit: Kit) {
    this.#motes = Array.from({ length: COUNT }, () => kit.light());
    this.nodes = this.#motes;
    for (const mote of this.#motes) {
      mote.paint({ width: SOFT_PX, height: SOFT_PX }, (context, box) =>
        paintGlow(context, box, kit.look.lamp),
      );
    }
  }

  fit(size: Size): void {
    this.#size = size;
  }

  /** `seen` from 0 to 1, as they are so many seconds into a round. */
  show(seen: number, seconds: number, round: number): void {
    const { width, height } = this.#size;
    this.#motes.forEach((mote, i) => {
      const age = seconds / SEEN_S + i / COUNT;
      const nth = Math.floor(age);
      const share = age - nth;
      const chance = (id: number) => whim(round, i, nth, id);
      const way = 2 * Math.PI * chance(83);
      const px = Math.max(3, height * LARGE * (1 + 1.6 * chance(84)));
      mote.place({
        x: width * (0.2 + 0.6 * chance(85) + DRIFT * share * Math.cos(way)),
        // It sinks as it drifts.
        y: height * (0.1 + 0.6 * chance(86)) + width * DRIFT * share * (0.3 + 0.4 * Math.sin(way)),
        scale: px / SOFT_PX,
        alpha: seen * (0.35 + 0.45 * chance(87)) * arc(share),
      });
    });
  }
}
