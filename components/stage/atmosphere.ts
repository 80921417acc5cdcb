import type { Kit, Node, Paint } from "./kit.ts";
import type { Mood } from "./mood.ts";
import { mix, withAlpha } from "./paint/colour.ts";
import { paintFelt, paintGlow } from "./paint/felt.ts";
import { paintBand, paintHush } from "./paint/light.ts";
import type { Size } from "./scene.ts";
import { sideColours } from "./theme.ts";
import { arc, easeIn, easeOut, lerp, progress } from "./tracks.ts";

/** Soft light is painted small and shown large: nobody sees the difference, and paint is dear. */
const SOFT = { width: 96, height: 64 } as const;
const TENSE = "#ff6a2a";

/** Where the light is held together: the rest of the table falls into shade. */
export interface Focus {
  x: number;
  y: number;
  /** Half the width of what stays lit, in CSS pixels. */
  reach: number;
  /** How dark the rest is, 0 to 1. */
  depth: number;
}

/** The cloth of a table, the light over it, and the words that sweep over it when bets close. */
export class Atmosphere {
  /** Cloth and light, to be added first. */
  readonly under: readonly Node[];
  /** Shade that leaves a focus lit, to be added over what it may darken. */
  readonly shade: Node;
  /** Lettering, to be added last. */
  readonly over: readonly Node[];
  readonly #kit: Kit;
  readonly #word: string;
  readonly #felt;
  readonly #lamp;
  readonly #edges;
  readonly #sparks;
  readonly #call;
  readonly #hush;
  readonly #band;
  readonly #words;
  #size: Size = { width: 0, height: 0 };

  constructor(kit: Kit, word: string) {
    this.#kit = kit;
    this.#word = word.toUpperCase();
    this.#felt = kit.picture();
    this.#lamp = kit.light();
    this.#edges = [kit.light(), kit.light()] as const;
    this.#sparks = [0, 1, 2, 3].map(() => kit.light());
    this.#call = kit.light();
    this.#hush = kit.picture();
    this.#band = kit.picture();
    this.#words = kit.label();
    this.under = [this.#felt, this.#lamp, ...this.#edges, ...this.#sparks, this.#call];
    this.shade = this.#hush;
    this.over = [this.#band, this.#words];
  }

  /** Lays it out in a box; `inlay` is painted into the cloth of a table. A course has none. */
  fit(size: Size, inlay?: Paint): void {
    this.#size = size;
    const { look, accent } = this.#kit;
    const { width, height } = size;
    this.#felt.paint(size, (context, box) => {
      paintFelt(context, box, look, inlay ? look.felt : mix(look.track, look.night, 0.5));
      if (look.isOrnate) {
        inlay?.(context, box);
      }
    });
    this.#felt.place({ x: width / 2, y: height / 2 });
    this.#lamp.paint(SOFT, (context, box) => paintGlow(context, box, look.lamp));
    for (const edge of this.#edges) {
      edge.paint(SOFT, (context, box) => paintGlow(context, box, TENSE));
    }
    for (const spark of this.#sparks) {
      spark.paint({ width: 24, height: 24 }, (context, box) => paintGlow(context, box, accent));
    }
    this.#call.paint(SOFT, (context, box) => paintGlow(context, box, accent));
    this.#hush.paint({ width: 256, height: 256 }, (context, box) =>
      paintHush(context, box, look.shade),
    );
    const sizePx = Math.max(13, Math.min(40, height * 0.11, width * 0.06));
    this.#band.paint({ width, height: sizePx * 2.3 }, (context, box) =>
      paintBand(context, box, sideColours.red.fill, withAlpha(accent, 0.9)),
    );
    this.#words.write(this.#word, {
      sizePx,
      colour: "#ffffff",
      weight: 800,
      spacing: 0.2,
      maxWidthPx: width * 0.9,
    });
  }

  show(mood: Mood, focus: Focus | null): void {
    const { width, height } = this.#size;
    const middle = { x: width / 2, y: height / 2 };
    const bright = this.#kit.look.lampShare;
    const wide = (across: number, down: number): [number, number] => [
      (width * across) / SOFT.width,
      (height * down) / SOFT.height,
    ];
    // The lamp sways as slowly as a cloud passes.
    const sway = Math.sin((mood.life * Math.PI) / 9) * 0.05;
    this.#lamp.place({
      x: width * (0.5 + sway),
      y: height * 0.3,
      scale: wide(1.15, 1.5),
      alpha: bright * 1.25 * mood.lamp * (0.93 + 0.07 * Math.cos((mood.life * Math.PI) / 3)),
    });
    this.#edges.forEach((edge, i) => {
      edge.place({
        x: i === 0 ? 0 : width,
        y: height * 0.62,
        scale: wide(0.62, 2),
        alpha: 0.82 * mood.tense,
      });
    });
    this.#sparks.forEach((spark, i) => {
      // Chips of light on the rail, one after another.
      const glow = arc((((mood.life + i * 2) / 4) % 2) - 0.5 * (i % 2));
      spark.place({
        x: width * (i < 2 ? 0.035 : 0.965),
        y: height * (i % 2 ? 0.8 : 0.55),
        scale: Math.min(width, height * 2) / 260,
        alpha: (0.12 + 0.6 * Math.max(0, glow)) * mood.lamp * (1 - mood.tense),
      });
    });
    this.#call.place({
      ...middle,
      scale: wide(lerp(0.1, 2, easeOut(mood.call)), 1.4),
      alpha: 0.5 * arc(mood.call),
    });
    this.#hush.place({
      x: focus?.x ?? 0,
      y: focus?.y ?? 0,
      scale: Math.max(focus?.reach ?? 0, 1) / 20,
      alpha: focus?.depth ?? 0,
    });
    this.#sweep(mood.closing);
  }

  /** The lettering comes in from the left, stands, and goes on to the right. */
  #sweep(closing: number): void {
    const { width, height } = this.#size;
    const [into, away] = [easeOut(progress(closing, 0, 0.34)), easeIn(progress(closing, 0.7, 0.3))];
    const seen = closing <= 0 || closing >= 1 ? 0 : Math.min(into, 1 - away);
    const y = height * 0.46;
    this.#band.place({ x: width / 2, y, scale: [1, Math.max(0.01, seen)], alpha: seen });
    this.#words.place({
      x: width * (0.5 - 0.35 * (1 - into) + 0.35 * away) + 0.001,
      y,
      scale: 0.9999,
      alpha: seen,
    });
  }
}
