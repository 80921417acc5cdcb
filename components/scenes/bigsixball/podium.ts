import type { Kit, Node } from "../../stage/kit.ts";
import { clearHeight } from "../../stage/measures.ts";
import type { Size } from "../../stage/scene.ts";
import { clamp01 } from "../../stage/tracks.ts";
import type { CourseLayout } from "./course.ts";
import { BEHIND, BLOCKS, paintBlock, paintFloor, PLACES } from "./paint/podium.ts";
import type { Step } from "./paint/podium.ts";

/** The least type of a name, in CSS pixels: where it would have to be smaller the ribbon names the winner. */
const LEAST_TYPE_PX = 9;

/** The podium of a race, on the floor of its stage. */
export class Podium {
  /** From the ground up. */
  readonly nodes: readonly Node[];
  readonly #kit: Kit;
  readonly #words: readonly string[];
  readonly #floor;
  readonly #blocks;
  readonly #names;
  #look: CourseLayout["podium"] = { x: 0, y: 0, step: 0, ballPx: 0 };
  #typePx = 9;
  #box: Size = { width: 1, height: 1 };
  /** From where it stands to where nothing of it is seen, nor of the balls on it, in CSS pixels. */
  #depth = 0;

  /** `words` names the balls, in the order of the sides. */
  constructor(kit: Kit, words: readonly string[]) {
    this.#kit = kit;
    this.#words = words;
    this.#floor = kit.picture();
    this.#blocks = PLACES.map(() => kit.picture());
    this.#names = PLACES.map(() => kit.label());
    this.nodes = [this.#floor, ...this.#blocks, ...this.#names];
  }

  get #height(): number {
    return this.#look.step * 0.78;
  }

  get #isNamed(): boolean {
    return this.#typePx >= LEAST_TYPE_PX;
  }

  /** Lays it out in a box, down to whose foot the floor reaches. */
  fit(look: CourseLayout["podium"], box: Size): void {
    [this.#look, this.#box] = [look, box];
    const { width, height } = box;
    const { step } = look;
    const { look: light } = this.#kit;
    this.#depth = height - look.y + this.#height + look.ballPx;
    // All names in one size: that of the longest.
    const sizePx = Math.max(9, step * 0.15);
    const widest = Math.max(
      1,
      ...this.#words.map((word) => this.#kit.widthOf(word, { sizePx, weight: 700 })),
    );
    this.#typePx = sizePx * Math.min(1, (step * 0.8) / widest);
    const floor = { width, height: height - look.y + step * BEHIND };
    this.#floor.paint(floor, (context, size) => paintFloor(context, size, this.#kit, look.x, step));
    PLACES.forEach((place, i) => {
      const { wide, up } = BLOCKS[place];
      this.#blocks[i]?.paint({ width: step * wide, height: this.#height * up }, (context, size) =>
        paintBlock(context, size, {
          place,
          step,
          dark: light.addsLight,
          named: this.#isNamed,
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
   * How far it has risen, 0 to 1; its layer is `depth`. `steps`: which ball stands on which step, 0
   * for none, in the order of the sides.
   */
  show(risen: number, depth: number, steps: readonly number[]): void {
    const { x, y, step } = this.#look;
    const sunk = (1 - risen) * this.#depth;
    const alpha = risen > 0 ? 1 : 0;
    const { width, height } = this.#box;
    const deep = height - y + step * BEHIND;
    this.#floor.place({ x: width / 2, y: height - deep / 2 + sunk, alpha, depth });
    // What is lettered on a block comes once it stands clear of the ribbon at the foot of the box.
    const over = clearHeight(height) - (y - this.#typePx * 0.2 + sunk);
    const named = this.#isNamed ? alpha * clamp01(over / this.#typePx) : 0;
    PLACES.forEach((place, i) => {
      const { across, up } = BLOCKS[place];
      const at = { x: x + across * step, alpha, depth };
      this.#blocks[i]?.place({ ...at, y: y - (this.#height * up) / 2 + sunk });
      this.#names[i]?.write(this.#words[steps.indexOf(place)] ?? "", {
        sizePx: this.#typePx,
        colour: this.#kit.look.ink,
        weight: 700,
      });
      this.#names[i]?.place({ ...at, alpha: named, y: y - this.#typePx * 1.05 + sunk });
    });
  }
}
