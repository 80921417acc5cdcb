import type { GameWords } from "../../src/i18n/game-words.ts";
import { palette, sideColours } from "../../src/look/palette.ts";
import { faceAt } from "../../src/look/typefaces.ts";
import type { Kit, Node, Paint } from "./kit.ts";
import { COUNT_RING, isCountedOn, limitIn } from "./measures.ts";
import type { CountPlace } from "./measures.ts";
import { SUSPENSE } from "./mood.ts";
import type { Mood } from "./mood.ts";
import { withAlpha } from "./paint/colour.ts";
import { paintFelt, paintGlow } from "./paint/felt.ts";
import {
  DIMMING_LIT_PX,
  DIMMING_PX,
  dimmingSpread,
  paintBand,
  paintCountRing,
  paintDimming,
  paintRailLight,
} from "./paint/light.ts";
import type { Size } from "./scene.ts";
import { arc, clamp01, easeIn, easeOut, lerp, progress } from "./tracks.ts";

/** Soft light is painted small and shown large: nobody sees the difference, and paint is dear. */
const SOFT = { width: 96, height: 64 } as const;
/** The light of the last seconds, and the cloth of the call that opens the bets. */
const [TENSE, OPEN] = [palette.amber, sideColours.green.fill];

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
  readonly #felt;
  readonly #dusk;
  readonly #lamp;
  readonly #pool;
  readonly #edges;
  readonly #rail;
  readonly #call;
  readonly #dimming;
  readonly #ring;
  readonly #number;
  /** The words that sweep over the table when bets open, and when they close. */
  readonly #opened: Sweep;
  readonly #closed: Sweep;
  #size: Size = { width: 0, height: 0 };
  #count: CountPlace = { x: 0, y: 0, px: 1 };
  /** How much smaller the light is painted in its shade; 0 before that is painted. */
  #spread = 0;
  /** Whether there is a rail that light can run along: a course has none. */
  #railed = false;

  constructor(kit: Kit, words: GameWords["lettering"]) {
    this.#kit = kit;
    this.#felt = kit.picture();
    this.#dusk = kit.picture();
    this.#lamp = kit.light();
    this.#pool = kit.light();
    this.#edges = [kit.light(), kit.light()] as const;
    this.#rail = kit.light();
    this.#call = kit.light();
    this.#dimming = kit.picture();
    this.#ring = kit.picture();
    this.#number = kit.label();
    this.#opened = new Sweep(kit, words["open"] ?? "", OPEN);
    this.#closed = new Sweep(kit, words["closed"] ?? "", sideColours.red.fill);
    this.under = [
      this.#felt,
      this.#dusk,
      this.#lamp,
      this.#pool,
      ...this.#edges,
      this.#rail,
      this.#call,
    ];
    this.shade = this.#dimming;
    this.over = [this.#ring, this.#number, ...this.#opened.nodes, ...this.#closed.nodes];
  }

  /** Lays it out in a box; `inlay` is painted into the cloth of a table. A course has its own. */
  fit(size: Size, count: CountPlace, inlay?: Paint): void {
    [this.#size, this.#count] = [size, count];
    const { look, accent } = this.#kit;
    const { width, height } = size;
    this.#railed = inlay !== undefined;
    if (inlay) {
      this.#felt.paint(size, (context, box) => {
        paintFelt(context, box, look, look.felt);
        inlay(context, box);
      });
      this.#rail.paint(size, (context, box) => paintRailLight(context, box, TENSE));
    }
    this.#felt.place({ x: width / 2, y: height / 2, alpha: this.#railed ? 1 : 0 });
    this.#dusk.paint(SOFT, (context, box) => {
      context.fillStyle = look.shade;
      context.fillRect(0, 0, box.width, box.height);
    });
    this.#lamp.paint(SOFT, (context, box) => paintGlow(context, box, look.lamp));
    for (const edge of this.#edges) {
      edge.paint(SOFT, (context, box) => paintGlow(context, box, TENSE));
    }
    this.#pool.paint(SOFT, (context, box) => paintGlow(context, box, look.lamp));
    // A quarter more than the ring itself, for its glow.
    const ring = count.px * COUNT_RING * 1.25;
    this.#ring.paint({ width: ring, height: ring }, (context, box) =>
      paintCountRing(context, box, accent, look.shade),
    );
    this.#call.paint(SOFT, (context, box) => paintGlow(context, box, accent));
    this.#spread = 0;
    this.#opened.fit(size, accent);
    this.#closed.fit(size, accent);
  }

  show(mood: Mood, focus: Focus | null): void {
    const { width, height } = this.#size;
    const middle = { x: width / 2, y: height / 2 };
    // A course lies over the cloth, and over its light.
    const bright = this.#railed ? this.#kit.look.lampShare : 0;
    const wide = (across: number, down: number): [number, number] => [
      (width * across) / SOFT.width,
      (height * down) / SOFT.height,
    ];
    this.#dusk.place({
      ...middle,
      scale: wide(1, 1),
      alpha: this.#railed ? this.#kit.look.dusk * clamp01((0.8 - mood.lamp) / 0.2) : 0,
    });
    // The lamp sways as slowly as a cloud passes.
    const sway = Math.sin((mood.life * Math.PI) / 9) * 0.05;
    this.#lamp.place({
      x: width * (0.5 + sway),
      y: height * 0.3,
      scale: wide(1.15, 1.5),
      alpha: bright * 1.25 * mood.lamp * (0.93 + 0.07 * Math.cos((mood.life * Math.PI) / 3)),
    });
    // Both cover much of the table, and are dear where software draws: the reveal is without them.
    const calm = clamp01(1 - mood.tense / SUSPENSE);
    const alarm = clamp01((mood.tense - SUSPENSE) / (1 - SUSPENSE));
    // A pool of light wanders over the cloth: no moment of the wait is dead.
    this.#pool.place({
      x: width * (0.5 - 0.3 * Math.cos((mood.life * Math.PI) / 6)),
      y: height * 0.44,
      scale: wide(0.62, 1.3),
      alpha: bright * 1.1 * mood.lamp * calm * arc(mood.life / (mood.life + 2)),
    });
    this.#edges.forEach((edge, i) => {
      edge.place({
        x: i === 0 ? 0 : width,
        y: height * 0.3,
        scale: wide(0.5, 1.7),
        // Of a race that is run nothing but the course is lit.
        alpha: 0.5 * (this.#railed ? mood.tense : alarm),
      });
    });
    this.#rail.place({ ...middle, alpha: this.#railed ? alarm * lerp(0.75, 1, mood.pop) : 0 });
    this.#showCount(mood);
    this.#call.place({
      ...middle,
      scale: wide(lerp(0.1, 2, easeOut(mood.call)), 1.4),
      alpha: 0.5 * arc(mood.call),
    });
    const reach = Math.max(focus?.reach ?? 0, 1);
    if (focus !== null) {
      this.#paintDimming(dimmingSpread(reach, Math.max(width, height)));
    }
    this.#dimming.place({
      x: focus?.x ?? 0,
      y: focus?.y ?? 0,
      scale: (reach * this.#spread) / DIMMING_LIT_PX,
      // On a bright cloth much shade is mud.
      alpha: (focus?.depth ?? 0) * (this.#kit.look.addsLight ? 1 : 0.45),
    });
    this.#opened.show(mood.opening);
    this.#closed.show(mood.closing);
  }

  #paintDimming(spread: number): void {
    if (spread !== this.#spread) {
      this.#spread = spread;
      const { shade } = this.#kit.look;
      this.#dimming.paint({ width: DIMMING_PX, height: DIMMING_PX }, (context, box) =>
        paintDimming(context, box, shade, spread),
      );
    }
  }

  /** The last seconds as a number on the cloth, which nobody can overlook. */
  #showCount({ count, pop }: Mood): void {
    const { x, y, px } = this.#count;
    const isCounting = count > 0 && isCountedOn(this.#size);
    const at = { x, y, scale: 1 + 0.16 * pop, alpha: isCounting ? 1 : 0 };
    if (isCounting) {
      this.#number.write(String(count), {
        sizePx: px,
        colour: "#fffaf0",
        weight: 800,
      });
    }
    this.#ring.place(at);
    this.#number.place(at);
  }
}

/** Words on a band that come in from the left over a table, stand, and fade where they stand. */
class Sweep {
  readonly nodes: readonly Node[];
  readonly #band;
  readonly #words;
  readonly #text: string;
  readonly #colour: string;
  #size: Size = { width: 0, height: 0 };

  constructor(kit: Kit, text: string, colour: string) {
    this.#band = kit.picture();
    this.#words = kit.label();
    this.nodes = [this.#band, this.#words];
    this.#text = text.toUpperCase();
    this.#colour = colour;
  }

  fit(size: Size, accent: string): void {
    this.#size = size;
    const { width, height } = size;
    const sizePx = Math.max(13, Math.min(limitIn(height, 40, 0.075), height * 0.11, width * 0.06));
    this.#band.paint({ width, height: sizePx * 2.3 }, (context, box) =>
      paintBand(context, box, this.#colour, withAlpha(accent, 0.9)),
    );
    this.#words.write(this.#text, {
      sizePx,
      colour: "#ffffff",
      weight: 800,
      face: faceAt(sizePx),
      spacing: 0.2,
      maxWidthPx: width * 0.9,
    });
  }

  /** How far they have come, 0 to 1: nothing is seen at either end. */
  show(share: number): void {
    const { width, height } = this.#size;
    const [into, away] = [easeOut(progress(share, 0, 0.34)), easeIn(progress(share, 0.7, 0.3))];
    const seen = share <= 0 || share >= 1 ? 0 : Math.min(into, 1 - away);
    const y = height * 0.46;
    this.#band.place({ x: width / 2, y, scale: [1, Math.max(0.01, seen)], alpha: seen });
    this.#words.place({
      x: width * (0.5 - 0.35 * (1 - into)) + 0.001,
      y,
      scale: 0.9999,
      alpha: seen,
    });
  }
}
