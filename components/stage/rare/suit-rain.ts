import type { Suit } from "../../../src/round/cards.ts";
import { whim } from "../../../src/round/whim.ts";
import type { Kit, Node, Picture, Size } from "../kit.ts";
import { paintGlow } from "../paint/felt.ts";
import { polish } from "../paint/light.ts";
import { fillSuit } from "../paint/suits.ts";
import { LIGHTS } from "../theme.ts";
import { clamp01, easeOut, progress } from "../tracks.ts";

/** So many fall, and how long after one another, and for how long each: shares of the celebration. */
const [PIPS, SPREAD, FALL] = [40, 0.5, 0.46];
const SOFT_PX = 64;

/** Gold in the shape of the suit that two cards share: one sign spins in like a coin, and small ones rain. */
export class SuitRain {
  /** What falls and shines, to be added beneath the cards, and the sign between them. */
  readonly nodes: readonly Node[];
  readonly sign: Node;
  readonly #pips: readonly Picture[];
  readonly #sign;
  readonly #glow;
  #size: Size = { width: 1, height: 1 };
  #px = 1;
  #suit: Suit | null = null;

  constructor(kit: Kit) {
    this.#pips = Array.from({ length: Math.ceil(PIPS * kit.detail.particles) }, () =>
      kit.picture(),
    );
    this.#sign = kit.picture();
    this.#glow = kit.light();
    this.nodes = [...this.#pips, this.#glow];
    this.sign = this.#sign;
  }

  /** Over a box; `signPx` is the height of the sign, in CSS pixels. */
  fit(size: Size, signPx: number): void {
    [this.#size, this.#px, this.#suit] = [size, signPx, null];
  }

  /** How far the `celebration` has run, 0 to 1, and how much of the sign is seen at `at`, 0 to 1. */
  show(suit: Suit | null, celebration: number, seen: number, at: { x: number; y: number }): void {
    if (suit && suit !== this.#suit) {
      this.#paint(suit);
    }
    const { width, height } = this.#size;
    this.#pips.forEach((pip, i) => {
      const share = progress(celebration, 0.06 + SPREAD * whim(i, 61), FALL);
      const spin = Math.cos((3 + 4 * whim(i, 63)) * Math.PI * share + i);
      pip.place({
        x: width * whim(i, 62) + Math.sin(share * 6 + i) * width * 0.02,
        y: height * (-0.08 + 1.1 * share ** 1.25),
        scale: [Math.sign(spin) * Math.max(0.12, Math.abs(spin)), 1],
        angle: 0.35 * Math.sin(share * 5 + i * 2),
        alpha: suit && share > 0 && share < 1 ? clamp01((1 - share) * 5) : 0,
      });
    });
    // Three turns of a coin, slower and slower.
    const turned = Math.cos(3 * 2 * Math.PI * (1 - easeOut(progress(celebration, 0.02, 0.5))));
    const alpha = suit ? seen : 0;
    this.#sign.place({ ...at, scale: [Math.max(0.06, Math.abs(turned)), 1], alpha });
    this.#glow.place({ ...at, scale: (this.#px * 2.6) / SOFT_PX, alpha: 0.9 * alpha });
  }

  #paint(suit: Suit): void {
    this.#suit = suit;
    const small = Math.max(9, this.#size.height * 0.075);
    for (const pip of this.#pips) {
      pip.paint({ width: small, height: small }, paintIn(suit));
    }
    this.#sign.paint({ width: this.#px, height: this.#px }, paintIn(suit));
    this.#glow.paint({ width: SOFT_PX, height: SOFT_PX }, (context, box) =>
      paintGlow(context, box, LIGHTS.gold),
    );
  }
}

/** What paints a suit in polished gold over a box. */
const paintIn =
  (suit: Suit) =>
  (context: CanvasRenderingContext2D, { width, height }: Size): void => {
    const at = { x: width / 2, y: height / 2 };
    context.fillStyle = "#5c3a06";
    fillSuit(context, suit, { ...at, height: height * 0.96 });
    const gold = context.createLinearGradient(0, -50, 0, 50);
    polish(gold, LIGHTS.gold);
    context.fillStyle = gold;
    fillSuit(context, suit, { ...at, height: height * 0.84 });
  };
