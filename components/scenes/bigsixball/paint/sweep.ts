import type { Kit, Picture, Size } from "../../../stage/kit.ts";
import { paintCone } from "../../../stage/paint/light.ts";
import { clamp01 } from "../../../stage/tracks.ts";
import { MASTS, MASTS_Y } from "./stadium.ts";

/** A beam is painted small and shown large. */
const SOFT_PX = 128;
/** How long a beam is by the way to the podium, and how wide at its end by its length. */
const [LONG, WIDE] = [1.3, 0.24];
/** How far it swings to either side, in radians, and how often in a second. */
const [SWING, SWINGS] = [0.3, 0.2];
/** How bright it is, and when it comes up, in seconds: as what has burst from behind the winner goes. */
const [SEEN, FROM_S, RISES_S] = [0.6, 2.3, 1];

/** Two beams of light from the masts of the stadium, which wander over the podium while the winner stands there. */
export class Sweep {
  readonly nodes: readonly Picture[];
  #size: Size = { width: 1, height: 1 };

  constructor(kit: Kit) {
    const { isOrnate, lamp } = kit.look;
    this.nodes = Array.from({ length: isOrnate ? MASTS.length : 0 }, () => kit.light());
    for (const beam of this.nodes) {
      beam.paint({ width: SOFT_PX, height: SOFT_PX }, (context, box) =>
        paintCone(context, box, lamp),
      );
    }
  }

  /** `foot` is where the floor of the podium begins, in CSS pixels. */
  fit({ width }: Size, foot: number): void {
    this.#size = { width, height: foot };
  }

  /** After so many seconds, as bright as `lit`, 0 to 1, aimed around a point. CSS pixels. */
  show(seconds: number, lit: number, to: { x: number; y: number }): void {
    const { width, height } = this.#size;
    this.nodes.forEach((beam, i) => {
      const from = { x: (MASTS[i]?.x ?? 0) * width, y: MASTS_Y * height };
      const [aside, down] = [to.x - from.x, Math.max(1, to.y - from.y)];
      const long = Math.hypot(aside, down) * LONG;
      const angle =
        Math.atan2(-aside, down) + SWING * Math.sin(2 * Math.PI * SWINGS * seconds + 2 * i);
      beam.place({
        x: from.x - (Math.sin(angle) * long) / 2,
        y: from.y + (Math.cos(angle) * long) / 2,
        scale: [(long * WIDE) / SOFT_PX, long / SOFT_PX],
        angle,
        alpha: SEEN * lit * clamp01((seconds - FROM_S) / RISES_S),
      });
    });
  }
}
