import type { Kit, Node } from "./kit.ts";
import type { Spot } from "./dealing.ts";
import { paintFrame, paintPlace } from "./paint/inlay.ts";
import { mix } from "./paint/colour.ts";
import { paintGlow } from "./paint/felt.ts";
import { CARD_RATIO, TYPEFACE } from "./theme.ts";

/** What a card's place is marked with. */
export interface PlaceMark {
  letter: string;
  /** The side's colour, `#rrggbb`. */
  colour: string;
}

/**
 * The place of a card on the felt, with the light that falls on it when its side has won: a glow on
 * the cloth and a frame around the card.
 */
export class CardPlace {
  /** From the ground up, to be added under the cards. */
  readonly nodes: readonly Node[];
  readonly #kit: Kit;
  readonly #mark: PlaceMark;
  readonly #glow;
  readonly #sunk;
  readonly #frame;
  #spot: Spot = { x: 0, y: 0, angle: 0 };
  #colour = "";
  #width = 0;

  constructor(kit: Kit, mark: PlaceMark) {
    this.#kit = kit;
    this.#mark = mark;
    this.#glow = kit.light();
    this.#sunk = kit.picture();
    this.#frame = kit.picture();
    this.nodes = [this.#glow, this.#sunk, this.#frame];
  }

  /** Lays it out for cards of a width, in CSS pixels. */
  fit(width: number, spot: Spot): void {
    this.#spot = spot;
    this.#width = width;
    this.#colour = "";
    const margin = Math.max(2, width * 0.03);
    const size = { width: width + 2 * margin, height: width * CARD_RATIO + 2 * margin };
    this.#sunk.paint(size, (context, box) => {
      paintPlace(context, box, {
        ...this.#mark,
        accent: this.#kit.accent,
        look: this.#kit.look,
        typeface: TYPEFACE.plain,
      });
    });
    this.#sunk.place(spot);
  }

  /** Lights it, 0 to 1, in a colour: the side's own, or the tie's. */
  light(lit: number, colour: string): void {
    if (lit > 0 && colour !== this.#colour) {
      this.#paintLight(colour);
    }
    this.#glow.place({ ...this.#spot, alpha: lit });
    this.#frame.place({ ...this.#spot, alpha: lit });
  }

  #paintLight(colour: string): void {
    this.#colour = colour;
    const [width, height] = [this.#width, this.#width * CARD_RATIO];
    const blur = width * 0.16;
    this.#glow.paint({ width: width * 2.6, height: height * 2.1 }, (context, size) => {
      // Brighter than the side's colour on its letter, or green light would drown in green cloth.
      paintGlow(context, size, mix(colour, "#ffffff", 0.28));
    });
    this.#frame.paint({ width: width + 2 * blur, height: height + 2 * blur }, (context, size) => {
      paintFrame(context, size, blur, this.#kit.accent);
    });
  }
}
