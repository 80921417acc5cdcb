import { whim } from "../../../../src/round/whim.ts";
import type { Kit, Node, Picture, Size } from "../../../stage/kit.ts";
import { mix } from "../../../stage/paint/colour.ts";
import { paintBeam } from "../../../stage/paint/light.ts";
import { LIGHTS } from "../../../stage/theme.ts";
import { arc, clamp01 } from "../../../stage/tracks.ts";

/** So many leaves of foil fall, then so many of paper in the winner's colour, and so many points on the winner glitter. */
const [LEAVES, PAPERS, GLINTS] = [18, 26, 4];
/**
 * How gold and paper fall: from when on, in seconds, how fast at least, in heights of the box a second, from how high
 * above it at most, and how far they sway, by its width. Paper comes as the last of what burst from behind the winner goes.
 */
const GOLD = { fromS: 0, pace: 0.15, above: 0.6, sways: 0.02 } as const;
const PAPER = { fromS: 1, pace: 0.36, above: 0.8, sways: 0.035 } as const;
/** So far to either side of the winner it falls at most, by the width of the box, and most of it near to the winner. */
const ASIDE = 0.42;
/** How long a glint takes from one flash to its next, in seconds, and how long it is seen. */
const [EVERY_S, SEEN_S] = [2, 0.7];

/** Gold and paper that fall slowly for as long as the winner stands in its rays, and glints on it. */
export class Foil {
  /** Behind the winner, and upon it. */
  readonly leaves: readonly Picture[];
  readonly glints: readonly Node[];
  readonly #stars;
  #size: Size = { width: 1, height: 1 };
  #colour = "";

  constructor(kit: Kit) {
    const count = LEAVES + (kit.look.isOrnate ? PAPERS : 0);
    this.leaves = Array.from({ length: count }, () => kit.picture());
    // Two beams across each other.
    this.#stars = Array.from({ length: GLINTS }, () => [kit.light(), kit.light()]);
    this.glints = this.#stars.flat();
    for (const beam of this.#stars.flat()) {
      beam.paint({ width: 48, height: 8 }, (context, box) => paintBeam(context, box, "#fff6d8"));
    }
  }

  /** They fall through a whole box. */
  fit(size: Size): void {
    [this.#size, this.#colour] = [size, ""];
  }

  #paint(colour: string): void {
    this.#colour = colour;
    const long = Math.max(4, this.#size.height * 0.022);
    this.leaves.forEach((leaf, i) => {
      const [body, size] =
        i < LEAVES
          ? [LIGHTS.gold, { width: long * 0.6, height: long }]
          : [colour, { width: long, height: long * 1.3 }];
      leaf.paint(size, (context, { width, height }) => {
        context.fillStyle = mix(body, i % 3 ? "#ffffff" : "#5a3c08", 0.3);
        context.fillRect(0, 0, width, height);
      });
    });
  }

  /**
   * After so many seconds, as bright as `lit`, 0 to 1; `on` is the ball that glitters, its layer `depth`, and `colour`
   * the winner's, as `#rrggbb`.
   */
  show(
    seconds: number,
    lit: number,
    on: { x: number; y: number; diameter: number; depth: number },
    colour: string,
  ): void {
    const { width, height } = this.#size;
    if (lit > 0 && colour !== this.#colour) {
      this.#paint(colour);
    }
    this.leaves.forEach((leaf, i) => {
      const { fromS, pace, above, sways } = i < LEAVES ? GOLD : PAPER;
      // All start above the box.
      const down = (seconds - fromS) * (pace + 0.1 * whim(i, 22)) - above * whim(i, 21) - 0.03;
      const turn = seconds * (1.4 + whim(i, 23)) + i;
      leaf.place({
        x: on.x + width * (ASIDE * (whim(i, 24) + whim(i, 27) - 1) + sways * Math.sin(turn * 0.8)),
        y: height * down,
        scale: [1, Math.max(0.15, Math.abs(Math.cos(turn)))],
        angle: turn * 0.4,
        alpha: down > 0 && down < 1 ? 0.85 * lit : 0,
      });
    });
    this.#stars.forEach((beams, i) => {
      const turn = seconds / EVERY_S + i / GLINTS;
      const seen = arc(clamp01(((turn % 1) * EVERY_S) / SEEN_S));
      // Each flash on another spot of the upper half.
      const angle = Math.PI * (1.1 + 0.8 * whim(i, Math.floor(turn), 25));
      const far = on.diameter * (0.3 + 0.14 * whim(i, Math.floor(turn), 26));
      beams.forEach((beam, n) =>
        beam.place({
          x: on.x + Math.cos(angle) * far,
          y: on.y + Math.sin(angle) * far,
          scale: (on.diameter * 0.34 * (0.4 + 0.6 * seen)) / 48,
          angle: 0.2 + (n * Math.PI) / 2,
          alpha: seconds > 0.3 ? seen * lit : 0,
          depth: on.depth,
        }),
      );
    });
  }
}
