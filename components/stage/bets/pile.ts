import type { Kit, Node } from "../kit.ts";
import { CHIP_RATIO, paintChip } from "./chip.ts";
import { pileHigh, STEP } from "./place.ts";

/** By when on its way a chip that comes down is seen in full. */
const GROWN = 0.2;

/** How a pile looks. */
interface PileLook {
  /** What is over whole chips is how far the next one has come down, 0 to 1. */
  chips: number;
  /** How high that is above its place, in widths of a chip. */
  high?: number;
  /** How large they are seen, 0 (not at all) to 1: nobody sees through a chip. */
  size: number;
}

/** A pile of chips of one colour. */
export class ChipPile {
  readonly nodes: readonly Node[];
  readonly #pile;
  readonly #falling;
  readonly #colour: string;
  #widthPx = 1;
  #step = STEP;
  /** Chips that it is painted with; 0 while it is not. */
  #painted = 0;

  /** `colour` of its chips, `#rrggbb`. */
  constructor(kit: Kit, colour: string) {
    this.#pile = kit.picture();
    this.#falling = kit.picture();
    this.#colour = colour;
    this.nodes = [this.#pile, this.#falling];
  }

  /** Sets the width of a chip, in CSS pixels, and how much higher each lies than the one beneath, by that. */
  fit(widthPx: number, step = STEP): void {
    [this.#widthPx, this.#step, this.#painted] = [widthPx, step, 0];
    this.#falling.paint({ width: widthPx, height: widthPx * CHIP_RATIO }, (context, box) =>
      paintChip(context, box, this.#colour),
    );
  }

  /** Shows it around the middle of its lowest chip. */
  show({ x, y }: { x: number; y: number }, { chips, high = 0, size }: PileLook): void {
    const whole = Math.floor(chips);
    const [width, step] = [this.#widthPx, this.#step];
    if (whole > 0 && whole !== this.#painted) {
      this.#painted = whole;
      const low = width * CHIP_RATIO;
      const height = pileHigh({ chipPx: width, step }, whole);
      this.#pile.paint({ width, height }, (context) => {
        context.translate(0, height - low);
        for (let i = 0; i < whole; i++) {
          paintChip(context, { width, height: low }, this.#colour);
          context.translate(0, -step * width);
        }
      });
    }
    const seen = size > 0;
    const middle = y - ((whole - 1) * step * width * size) / 2;
    this.#pile.place({ x, y: middle, scale: size, alpha: seen && whole > 0 ? 1 : 0 });
    const down = chips - whole;
    this.#falling.place({
      x,
      y: y - (whole * step + high) * width * size,
      scale: size * Math.min(1, down / GROWN),
      alpha: seen && down > 0 ? 1 : 0,
    });
  }
}
