import type { Kit, Node, Picture } from "./kit.ts";
import { CHIP_RATIO, CHIP_STEP, paintChip } from "./paint/chip.ts";
import { paintGlow } from "./paint/felt.ts";
import { LIGHTS, RESULT_MS } from "./theme.ts";
import { arc, easeInOut, progress } from "./tracks.ts";

/** Where chips lie: the foot of a pile, in CSS pixels. */
interface At {
  x: number;
  y: number;
}

/** The stacks of a pile: how far from its middle, and how far back, by the width of a chip. */
const STACKS = [
  [-0.52, 0.16],
  [0.52, 0.16],
  [0, -0.3],
] as const;
/** No pile is larger. */
const MOST = 9;
/** How far back on the table they are on half of their way, by the width of one. */
const TOSS = 1.25;
/** When the first and the last leave the loser, and how long each slides, in ms of `result`. */
const [FIRST_AT, LAST_AT, SLIDE] = [560, 2_000, 800];

/** Chips of gold that slide from the loser's side to the winner's, one after another, and are piled up there. */
export class Chips {
  readonly nodes: readonly Node[];
  readonly #glow;
  readonly #chips: readonly Picture[];
  #width = 1;

  constructor(kit: Kit) {
    this.#glow = kit.light();
    this.#chips = Array.from({ length: MOST }, () => kit.picture());
    this.nodes = [this.#glow, ...this.#chips];
  }

  /** Lays them out with a width of one, in CSS pixels. */
  fit(width: number): void {
    this.#width = width;
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
   * Shows so many of them on their way between two sides: how far the `feast` has run, and how much of
   * them is seen, both 0 to 1.
   */
  show(way: { from: At; to: At }, count: number, feast: number, seen: number): void {
    const { from, to } = way;
    const width = this.#width;
    const every = (LAST_AT - FIRST_AT) / Math.max(1, count - 1);
    let landed = 0;
    this.#chips.forEach((chip, i) => {
      const share = progress(feast * RESULT_MS.feast, FIRST_AT + i * every, SLIDE);
      const [across, back] = STACKS[i % STACKS.length] ?? STACKS[0];
      const slid = easeInOut(share);
      // Around the name of the tie, and onto its stack at the end.
      const up = TOSS * arc(slid) + Math.floor(i / STACKS.length) * CHIP_STEP * slid;
      chip.place({
        x: from.x + (to.x + across * width - from.x) * slid,
        y: from.y + (to.y - back * width - from.y) * slid - up * width,
        alpha: i < count && share > 0 ? seen * Math.min(1, share * 6) : 0,
      });
      landed += i < count ? slid / count : 0;
    });
    this.#glow.place({ ...to, scale: (width * 7) / 64, alpha: 0.6 * landed * seen });
  }
}
