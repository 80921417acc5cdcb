import type { Kit, Node } from "./kit.ts";
import type { Size } from "./scene.ts";

/** What tells that time is slowed: bars as in a film, and a word for it. */
export class SlowMotion {
  readonly nodes: readonly Node[];
  readonly #bars;
  readonly #word;
  readonly #text: string;
  #size: Size = { width: 1, height: 1 };
  #top = 0;

  constructor(kit: Kit, text: string) {
    this.#bars = [kit.picture(), kit.picture()] as const;
    this.#word = kit.label();
    this.#text = text.toUpperCase();
    this.nodes = [...this.#bars, this.#word];
    for (const bar of this.#bars) {
      bar.paint({ width: 8, height: 8 }, (context, box) => {
        context.fillStyle = "#000000";
        context.fillRect(0, 0, box.width, box.height);
      });
    }
  }

  /** Below `top`, in CSS pixels, the picture is its own. */
  fit(size: Size, top: number): void {
    [this.#size, this.#top] = [size, top];
    this.#word.write(this.#text, {
      sizePx: Math.max(9, this.#bar * 0.62),
      colour: "#ffdf9a",
      weight: 700,
      spacing: 0.32,
      maxWidthPx: size.width * 0.8,
    });
  }

  get #bar(): number {
    return Math.max(12, this.#size.height * 0.05);
  }

  /** How slow time is, 0 to 1. */
  show(slow: number): void {
    const { width, height } = this.#size;
    const bar = this.#bar * slow;
    const across = { x: width / 2, scale: [width / 8, bar / 8] as const, alpha: slow };
    const [top, foot] = this.#bars;
    top.place({ ...across, y: this.#top + bar / 2 });
    foot.place({ ...across, y: height - bar / 2 });
    this.#word.place({ x: width / 2, y: this.#top + this.#bar / 2, alpha: slow });
  }
}
