import { palette } from "../../src/hud/tokens.ts";
import type { Kit, Node } from "./kit.ts";
import { paintRing } from "./paint/light.ts";
import type { Size } from "./scene.ts";
import { lerp } from "./tracks.ts";

/** Soft light is painted small and shown large. */
const RING_PX = 96;

/** What tells that time is slowed: bars as in a film, a word for it, and a heartbeat on the line. */
export class SlowMotion {
  readonly nodes: readonly Node[];
  readonly #bars;
  readonly #word;
  readonly #ring;
  readonly #text: string;
  #size: Size = { width: 1, height: 1 };
  #top = 0;

  constructor(kit: Kit, text: string) {
    this.#bars = [kit.picture(), kit.picture()] as const;
    this.#ring = kit.light();
    this.#word = kit.label();
    this.#text = text.toUpperCase();
    this.nodes = [this.#ring, ...this.#bars, this.#word];
    this.#ring.paint({ width: RING_PX, height: RING_PX }, (context, box) =>
      paintRing(context, box, palette.gilt),
    );
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

  /** How slow time is, and how far the heartbeat at `line` has gone, both 0 to 1. */
  show(slow: number, beat: number, line: { x: number; y: number }): void {
    const { width, height } = this.#size;
    const bar = this.#bar * slow;
    const across = { x: width / 2, scale: [width / 8, bar / 8] as const, alpha: slow };
    const [top, foot] = this.#bars;
    top.place({ ...across, y: this.#top + bar / 2 });
    foot.place({ ...across, y: height - bar / 2 });
    this.#word.place({ x: width / 2, y: this.#top + this.#bar / 2, alpha: slow });
    this.#ring.place({
      ...line,
      scale: (lerp(0.12, 0.75, beat) * Math.min(width, height)) / RING_PX,
      alpha: 0.7 * slow * (1 - beat),
    });
  }
}
