import type { CourseLayout } from "./course.ts";
import type { Kit, Node } from "./kit.ts";
import { paintBlock } from "./paint/podium.ts";

/** A place on the podium. */
export type Step = 1 | 2 | 3;

const PLACES = [1, 2, 3] as const;

/** Middles and widths of the blocks in steps, their heights in podiums, and how large their balls are. */
const BLOCKS = {
  1: { across: 0, wide: 1.2, up: 1, size: 1 },
  2: { across: -1.07, wide: 0.94, up: 0.8, size: 0.84 },
  3: { across: 1.07, wide: 0.94, up: 0.66, size: 0.84 },
} as const;

/** The podium of a race. */
export class Podium {
  /** From the ground up. */
  readonly nodes: readonly Node[];
  readonly #kit: Kit;
  readonly #words: readonly string[];
  readonly #blocks;
  readonly #names;
  #look: CourseLayout["podium"] = { x: 0, y: 0, step: 0, ballPx: 0 };
  #typePx = 9;
  /** From where it stands to where nothing of it is seen, nor of the balls on it, in CSS pixels. */
  #depth = 0;

  /** `words` names the balls, in the order of the sides. */
  constructor(kit: Kit, words: readonly string[]) {
    this.#kit = kit;
    this.#words = words;
    this.#blocks = PLACES.map(() => kit.picture());
    this.#names = PLACES.map(() => kit.label());
    this.nodes = [...this.#blocks, ...this.#names];
  }

  get #height(): number {
    return this.#look.step * 0.78;
  }

  /** Lays it out in a box of a height, in CSS pixels. */
  fit(look: CourseLayout["podium"], height: number): void {
    this.#look = look;
    const { step } = look;
    const { look: light } = this.#kit;
    this.#depth = height - look.y + this.#height + look.ballPx;
    // All names in one size: that of the longest.
    const sizePx = Math.max(9, step * 0.15);
    const widest = Math.max(
      1,
      ...this.#words.map((word) => this.#kit.widthOf(word, { sizePx, weight: 700 })),
    );
    this.#typePx = sizePx * Math.min(1, (step * 0.86) / widest);
    PLACES.forEach((place, i) => {
      const { wide, up } = BLOCKS[place];
      const box = { width: step * wide, height: this.#height * up };
      this.#blocks[i]?.paint(box, (context, size) =>
        paintBlock(context, size, {
          place,
          stone: light.stone,
          lip: step * 0.13,
          dark: light.addsLight,
        }),
      );
    });
  }

  /** The middle and the diameter of a ball on a step that has risen so far, 0 to 1. CSS pixels. */
  spot(place: Step, risen = 1): { x: number; y: number; diameter: number } {
    const { x, y, step, ballPx } = this.#look;
    const { across, up, size } = BLOCKS[place];
    return {
      x: x + across * step,
      y: y - up * this.#height - ballPx * size * 0.42 + (1 - risen) * this.#depth,
      diameter: ballPx * size,
    };
  }

  /**
   * How far it has risen, 0 to 1; its layer is `depth`. `steps` tells which ball stands on which step, 0
   * for none, in the order of the sides.
   */
  show(risen: number, depth: number, steps: readonly number[]): void {
    const { x, y, step } = this.#look;
    const sunk = (1 - risen) * this.#depth;
    const alpha = risen > 0 ? 1 : 0;
    PLACES.forEach((place, i) => {
      const { across, up } = BLOCKS[place];
      const at = { x: x + across * step, alpha, depth };
      this.#blocks[i]?.place({ ...at, y: y - (this.#height * up) / 2 + sunk });
      this.#names[i]?.write(this.#words[steps.indexOf(place)] ?? "", {
        sizePx: this.#typePx,
        colour: this.#kit.look.ink,
        weight: 700,
      });
      this.#names[i]?.place({ ...at, y: y - this.#typePx * 0.85 + sunk });
    });
  }
}
