import type { Kit, Node } from "../../stage/kit.ts";
import { clearHeight } from "../../stage/measures.ts";
import type { Size } from "../../stage/scene.ts";
import { clamp01 } from "../../stage/tracks.ts";
import type { CourseLayout } from "./course.ts";
import { LEAST_TYPE_PX } from "./name-rows.ts";
import { BEHIND, BLOCKS, numberOn, paintBlock, paintFloor, PLACES } from "./paint/podium.ts";
import type { Step } from "./paint/podium.ts";
import type { Flying } from "./podium-flight.ts";

/** How far a podium has risen, and how far it is rolled away, both 0 to 1. */
export interface PodiumAt {
  risen: number;
  gone: number;
}

const STANDS: PodiumAt = { risen: 1, gone: 0 };

/** Where a ball stands on a podium, and how it comes there. CSS pixels. */
export interface PodiumSpot extends Flying {
  from: Flying;
  clearY: number;
}

/** How high the highest block is, in steps. */
const HIGH = 0.78;

/** Where the top of the winner is that stands on a podium, in CSS pixels. */
export function topOf({ y, step, ballPx }: CourseLayout["podium"]): number {
  return y - step * HIGH - ballPx;
}

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
    return this.#look.step * HIGH;
  }

  get #isNamed(): boolean {
    const lowest = this.#height * BLOCKS[3].up;
    return (
      this.#typePx >= LEAST_TYPE_PX &&
      numberOn(lowest, this.#look.step, this.#typePx).typePx >= LEAST_TYPE_PX
    );
  }

  /** Lays it out in a box, down to whose foot the floor reaches. */
  fit(look: CourseLayout["podium"], box: Size): void {
    [this.#look, this.#box] = [look, box];
    const { width, height } = box;
    const { step } = look;
    const { look: light } = this.#kit;
    this.#depth = height - look.y + this.#height + look.ballPx;
    // All names in one size: that of the longest.
    const sizePx = Math.max(9, step * 0.125);
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
          namePx: this.#isNamed ? this.#typePx : 0,
        }),
      );
    });
  }

  /**
   * The middle and the diameter of a ball on a step, where it comes from, and how low its middle may be on its way
   * there. CSS pixels.
   */
  spot(place: Step, { risen, gone }: PodiumAt = STANDS): PodiumSpot {
    const { x, y, step, ballPx } = this.#look;
    const { across, up, size, clears } = BLOCKS[place];
    const diameter = ballPx * size;
    // The second comes alone from the left: the first leaps over the third, who stands by then.
    const side = across < 0 ? -1 : 1;
    return {
      x: x + across * step - gone * this.#away,
      y: y - up * this.#height - diameter * 0.42 + (1 - risen) * this.#depth,
      diameter,
      clearY: y - clears * this.#height - diameter * (place === 1 ? 1.1 : 0.56),
      from: {
        x: x + side * (this.#box.width / 2 + diameter * 0.6),
        y: y - diameter * 0.4,
        diameter: diameter * 0.9,
      },
    };
  }

  /** So far it is rolled to the left until nothing of it is seen, in CSS pixels. */
  get #away(): number {
    return this.#box.width / 2 + this.#look.step * 2;
  }

  /**
   * Where it is; its layer is `depth`. `best`: which ball stands on which step, 0 for none, and
   * how far it is named there, 0 to 1, in the order of the sides.
   */
  show(
    { risen, gone }: PodiumAt,
    depth: number,
    best: readonly { step: number; titled: number }[],
  ): void {
    const { x, y, step } = this.#look;
    const sunk = (1 - risen) * this.#depth;
    const alpha = risen > 0 ? 1 : 0;
    const { width, height } = this.#box;
    const deep = height - y + step * BEHIND;
    // The floor throws them back: it goes with them.
    const floor = alpha * (1 - clamp01(1.5 * gone));
    this.#floor.place({ x: width / 2, y: height - deep / 2 + sunk, alpha: floor, depth });
    // What is lettered on a block comes once it stands clear of the ribbon at the foot of the box.
    const over = clearHeight(height) - (y - this.#typePx * 0.2 + sunk);
    const named = this.#isNamed ? alpha * clamp01(over / this.#typePx) : 0;
    PLACES.forEach((place, i) => {
      const { across, up } = BLOCKS[place];
      const at = { x: x + across * step - gone * this.#away, alpha, depth };
      this.#blocks[i]?.place({ ...at, y: y - (this.#height * up) / 2 + sunk });
      const ball = best.findIndex((each) => each.step === place);
      this.#names[i]?.write(this.#words[ball] ?? "", {
        sizePx: this.#typePx,
        colour: this.#kit.look.ink,
        weight: 700,
      });
      this.#names[i]?.place({
        ...at,
        alpha: named * (best[ball]?.titled ?? 0),
        y: y - this.#typePx * 1.05 + sunk,
      });
    });
  }
}
