import { palette } from "../../src/look/palette.ts";
import { faceAt } from "../../src/look/typefaces.ts";
import type { Kit, Node } from "./kit.ts";
import { paintPill } from "./paint/inlay.ts";

/** A word on a pill of gold: what makes a round special, said where it happened. */
export class WordPill {
  readonly nodes: readonly Node[];
  readonly #kit: Kit;
  readonly #ink: string;
  readonly #pill;
  readonly #word;
  #sizePx = 10;
  #written = "";
  #width = 0;

  constructor(kit: Kit) {
    this.#kit = kit;
    // Ink on bright gold, paper on the dark gold of daylight.
    this.#ink = kit.look.addsLight ? palette.night : "#ffffff";
    this.#pill = kit.picture();
    this.#word = kit.label();
    this.nodes = [this.#pill, this.#word];
  }

  /** Sets the height of its type, in CSS pixels. */
  fit(sizePx: number): void {
    [this.#sizePx, this.#written] = [sizePx, ""];
  }

  /** How wide the last word made it, in CSS pixels. */
  get width(): number {
    return this.#width;
  }

  /** How high it is, in CSS pixels. */
  get height(): number {
    return this.#sizePx * 1.75 + 6;
  }

  write(text: string): void {
    const word = text.toUpperCase();
    if (word === this.#written) {
      return;
    }
    this.#written = word;
    const size = this.#sizePx;
    const look = { sizePx: size, weight: 800, spacing: 0.08, face: faceAt(size) } as const;
    this.#width = this.#kit.widthOf(word, look) + size * 1.7 + 8;
    this.#pill.paint({ width: this.#width, height: this.height }, (context, box) =>
      paintPill(context, box, this.#kit.accent),
    );
    this.#word.write(word, { ...look, colour: this.#ink });
  }

  /** Shows it, 0 to 1: it comes out of its middle. */
  show(at: { x: number; y: number }, shown: number): void {
    const place = { ...at, scale: shown < 1 ? 0.6 + 0.4 * shown : 1, alpha: shown };
    this.#pill.place(place);
    this.#word.place(place);
  }
}
