import type { CourseLayout } from "./course.ts";
import type { Kit, Node } from "./kit.ts";
import { mix } from "./paint/colour.ts";
import { paintGlow } from "./paint/felt.ts";
import { paintPodium } from "./paint/track.ts";

/** A place on the podium. */
export type Step = 1 | 2 | 3;

const PLACES = [1, 2, 3] as const;

/** Steps across from the middle, and podium heights up. */
const STEPS = {
  1: { across: 0, up: 1, size: 1 },
  2: { across: -1, up: 0.68, size: 0.84 },
  3: { across: 1, up: 0.5, size: 0.84 },
} as const;

/** The podium of a race, with a light behind the winner. */
export class Podium {
  /** From the ground up. */
  readonly nodes: readonly Node[];
  readonly #kit: Kit;
  readonly #accent: string;
  readonly #stone: string;
  readonly #ink: string;
  readonly #words: readonly string[];
  readonly #names;
  readonly #steps;
  readonly #glow;
  #look: CourseLayout["podium"] = { x: 0, y: 0, step: 0, ballPx: 0 };
  #typePx = 9;

  /** `words` names the balls, in the order of the sides. */
  constructor(kit: Kit, words: readonly string[]) {
    this.#kit = kit;
    this.#accent = kit.accent;
    [this.#stone, this.#ink] = [kit.look.stone, kit.look.ink];
    this.#words = words;
    this.#names = PLACES.map(() => kit.label());
    this.#steps = kit.picture();
    this.#glow = kit.picture();
    this.nodes = [this.#steps, this.#glow, ...this.#names];
  }

  get #height(): number {
    return this.#look.step * 0.78;
  }

  fit(look: CourseLayout["podium"]): void {
    this.#look = look;
    const { step } = look;
    // All names in one size: that of the longest.
    const sizePx = Math.max(9, step * 0.15);
    const widest = Math.max(
      1,
      ...this.#words.map((word) => this.#kit.widthOf(word, { sizePx, weight: 700 })),
    );
    this.#typePx = sizePx * Math.min(1, (step * 0.9) / widest);
    this.#steps.paint({ width: step * 3, height: this.#height }, (context, box) => {
      paintPodium(context, box, this.#stone);
    });
    this.#glow.paint({ width: step * 3.2, height: step * 3 }, (context, box) => {
      paintGlow(context, box, mix(this.#accent, "#fff3d6", 0.4));
    });
  }

  /** The middle and the diameter of a ball on a step, in CSS pixels. */
  spot(place: Step): { x: number; y: number; diameter: number } {
    const { x, y, step, ballPx } = this.#look;
    const { across, up, size } = STEPS[place];
    return {
      x: x + across * step,
      y: y - up * this.#height - ballPx * size * 0.42,
      diameter: ballPx * size,
    };
  }

  /**
   * How far it is up, and how far the winner is lit, both 0 to 1; its layer is `depth`. `steps` tells
   * which ball stands on which step, 0 for none, in the order of the sides.
   */
  show(up: number, light: number, depth: number, steps: readonly number[]): void {
    const { x, y } = this.#look;
    const sunk = (1 - up) * this.#height * 0.4;
    this.#steps.place({ x, y: y - this.#height / 2 + sunk, alpha: up, depth });
    this.#glow.place({ x, y: this.spot(1).y, alpha: light, depth });
    PLACES.forEach((place, i) => {
      const ball = steps.indexOf(place);
      const { step } = this.#look;
      this.#names[i]?.write(this.#words[ball] ?? "", {
        sizePx: this.#typePx,
        colour: this.#ink,
        weight: 700,
      });
      // Beneath the edge of its step, where even the lowest has room.
      const under = y - STEPS[place].up * this.#height + step * 0.29 + sunk;
      this.#names[i]?.place({ x: x + STEPS[place].across * step, y: under, alpha: up, depth });
    });
  }
}
