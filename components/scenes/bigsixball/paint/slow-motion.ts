import type { Kit, Node } from "../../../stage/kit.ts";
import { paintBars } from "../../../stage/paint/light.ts";
import type { Size } from "../../../stage/scene.ts";
import { clamp01 } from "../../../stage/tracks.ts";

/** Shows that time is slowed: bars as in a film, and a word for it. */
export class SlowMotion {
  readonly nodes: readonly Node[];
  readonly #bars;
  readonly #word;
  readonly #text: string;
  #size: Size = { width: 1, height: 1 };
  #wordY = 0;

  constructor(kit: Kit, text: string) {
    this.#bars = kit.picture();
    this.#word = kit.label();
    this.#text = text.toUpperCase();
    this.nodes = [this.#bars, this.#word];
  }

  /** Down to `top`, in CSS pixels, lies what has no part in it: the upper bar is one with the ground of that. */
  fit(size: Size, top: number): void {
    const bar = Math.max(12, size.height * 0.05);
    [this.#size, this.#wordY] = [size, top + bar / 2];
    this.#bars.paint(size, (context, box) => paintBars(context, box, top + bar, bar));
    this.#word.write(this.#text, {
      sizePx: Math.max(9, bar * 0.62),
      colour: "#ffdf9a",
      weight: 700,
      spacing: 0.32,
      maxWidthPx: size.width * 0.8,
    });
  }

  /** How slow time is, 0 to 1. */
  show(slow: number): void {
    const { width, height } = this.#size;
    // The word stands on its bar, never on the picture: it is gone before that fades.
    this.#bars.place({ x: width / 2, y: height / 2, alpha: clamp01(2 * slow) });
    this.#word.place({ x: width / 2, y: this.#wordY, alpha: clamp01(2 * slow - 1) });
  }
}
