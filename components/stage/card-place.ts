import type { Spot } from "./dealing.ts";
import type { Kit, Node } from "./kit.ts";
import { mix } from "./paint/colour.ts";
import { paintGlow } from "./paint/felt.ts";
import { paintFrame, paintPlace } from "./paint/inlay.ts";
import { CARD_RATIO, TYPEFACE } from "./theme.ts";

/** What a card's place is marked with. */
export interface PlaceMark {
  letter: string;
  /** The side's colour, `#rrggbb`. */
  colour: string;
}

/** The place of a card on the felt. */
export class CardPlace {
  readonly node: Node;
  readonly #kit: Kit;
  readonly #mark: PlaceMark;
  readonly #sunk;

  constructor(kit: Kit, mark: PlaceMark) {
    this.#kit = kit;
    this.#mark = mark;
    this.#sunk = kit.picture();
    this.node = this.#sunk;
  }

  /** Lays it out for cards of a width, in CSS pixels; `faint` where most rounds lay none. */
  fit(width: number, spot: Spot, faint = false): void {
    const margin = Math.max(2, width * 0.03);
    const size = { width: width + 2 * margin, height: width * CARD_RATIO + 2 * margin };
    this.#sunk.paint(size, (context, box) => {
      paintPlace(context, box, {
        ...this.#mark,
        faint,
        accent: this.#kit.accent,
        look: this.#kit.look,
        typeface: TYPEFACE.plain,
      });
    });
    this.#sunk.place(spot);
  }
}

/** The light around cards whose side has won: a glow on the cloth, and one fine line around them. */
export class HandLight {
  /** From the ground up, to be added under the cards. */
  readonly nodes: readonly Node[];
  readonly #glow;
  readonly #frame;
  #spot: Spot = { x: 0, y: 0, angle: 0 };
  #size = { width: 1, height: 1 };
  #unit = 1;
  #colour = "";

  constructor(kit: Kit) {
    this.#glow = kit.light();
    this.#frame = kit.light();
    this.nodes = [this.#glow, this.#frame];
  }

  /** Lays it around `cards` of a width side by side, with a gap between them, around a spot. */
  fit(width: number, spot: Spot, cards = 1, gap = 0): void {
    [this.#spot, this.#unit, this.#colour] = [spot, width, ""];
    this.#size = { width: cards * width + (cards - 1) * gap, height: width * CARD_RATIO };
  }

  /** Lights it, 0 to 1, in a colour: the side's own, or the tie's. */
  light(lit: number, colour: string): void {
    if (lit > 0 && colour !== this.#colour) {
      this.#paint(colour);
    }
    this.#glow.place({ ...this.#spot, alpha: lit });
    this.#frame.place({ ...this.#spot, alpha: lit });
  }

  #paint(colour: string): void {
    this.#colour = colour;
    const { width, height } = this.#size;
    const wide = { width: width + this.#unit * 1.7, height: height * 2.1 };
    this.#glow.paint(wide, (context, size) => {
      // Brighter than the side's colour on its letter, or green light would drown in green cloth.
      paintGlow(context, size, mix(colour, "#ffffff", 0.28));
    });
    const blur = Math.max(8, this.#unit * 0.22);
    this.#frame.paint({ width: width + 2 * blur, height: height + 2 * blur }, (context, size) => {
      paintFrame(context, size, blur, this.#unit * 0.075);
    });
  }
}
