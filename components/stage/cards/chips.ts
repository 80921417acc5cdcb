import type { Kit, Node, Picture } from "../kit.ts";
import { paintGlow } from "../paint/felt.ts";
import { LIGHTS } from "../theme.ts";
import { RESULT_MS } from "../times.ts";
import { arc, clamp01, easeInOut, lerp, progress } from "../tracks.ts";
import type { ChipPlaces } from "./bet-arc.ts";
import { paintChip } from "./paint/chip.ts";
import { CHIP_RATIO, CHIP_STEP } from "./paint/measures.ts";

/** No pile has more: two stacks of four. */
const [STACK, MOST] = [4, 8];
/** When the first and the last leave the loser, and how long each slides, in ms of `result`. */
const [FIRST_AT, LAST_AT, SLIDE] = [560, 2_000, 800];

/** Chips of gold that slide from the loser's side to the winner's, one after another, and are piled up there. */
export class Chips {
  readonly nodes: readonly Node[];
  readonly #glow;
  readonly #chips: readonly Picture[];
  #width = 1;
  #places: ChipPlaces | null = null;

  constructor(kit: Kit) {
    this.#glow = kit.light();
    this.#chips = Array.from({ length: MOST }, () => kit.picture());
    this.nodes = [this.#glow, ...this.#chips];
  }

  /** Lays them out with a width of one, in CSS pixels, and with places for them; without any none is seen. */
  fit(width: number, places: ChipPlaces | null): void {
    [this.#width, this.#places] = [width, places];
    for (const node of this.nodes) {
      node.place({ x: 0, y: 0, alpha: 0 });
    }
    if (places === null) {
      return;
    }
    for (const chip of this.#chips) {
      chip.paint({ width, height: width * CHIP_RATIO }, (context, box) =>
        paintChip(context, box, LIGHTS.gold),
      );
    }
    this.#glow.paint({ width: 64, height: 64 }, (context, box) =>
      paintGlow(context, box, LIGHTS.gold),
    );
  }

  /**
   * Shows so many of them on their way to a side from the other one: how far the `celebration` has run, and how
   * much of them is seen, both 0 to 1.
   */
  show(side: "left" | "right", count: number, celebration: number, seen: number): void {
    if (this.#places === null) {
      return;
    }
    const { covered, dip, left, right } = this.#places;
    const [from, to] = side === "left" ? [right, left] : [left, right];
    const width = this.#width;
    const every = (LAST_AT - FIRST_AT) / Math.max(1, count - 1);
    const stacks = Math.ceil(count / STACK);
    let landed = 0;
    this.#chips.forEach((chip, i) => {
      const share = progress(celebration * RESULT_MS.celebration, FIRST_AT + i * every, SLIDE);
      const slid = easeInOut(share);
      const [stack, high] = [i % stacks, Math.floor(i / stacks)];
      // What passes beneath the plate is not seen half: it is gone where its edge would meet the plate's.
      const beneath = covered > 0 ? clamp01((covered / 2 + 0.11 - Math.abs(slid - 0.5)) / 0.08) : 0;
      chip.place({
        x: lerp(from.x, to.x + stack * to.next.x, slid),
        // Along the band, and onto its stack at the end.
        y:
          lerp(from.y, to.y + stack * to.next.y, slid) +
          dip * arc(slid) -
          high * CHIP_STEP * slid * width,
        alpha: i < count && share > 0 ? seen * Math.min(1, share * 6) * (1 - beneath) : 0,
      });
      landed += i < count ? slid / count : 0;
    });
    this.#glow.place({ x: to.x, y: to.y, scale: (width * 5) / 64, alpha: 0.6 * landed * seen });
  }
}
