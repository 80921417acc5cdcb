import type { EmblemName } from "../../../src/look/emblems.ts";
import { palette } from "../../../src/look/palette.ts";
import type { Kit, Node } from "../kit.ts";
import { CARD_RATIO } from "../measures.ts";
import { mix } from "../paint/colour.ts";
import { paintGlow } from "../paint/felt.ts";
import { paintFrame, paintPlace } from "../paint/inlay.ts";
import type { Size } from "../scene.ts";
import { LIGHTS } from "../theme.ts";
import { RESULT_MS } from "../times.ts";
import { arc, clamp01, progress } from "../tracks.ts";
import type { Spot } from "./dealing.ts";
import { paintEmblem } from "./paint/emblems.ts";

/**
 * How much of the emblem of a place is seen, 0 to 1, by how far its card has travelled: 0 in the shoe, 1
 * on its place, 2 swept away. None of it where a card lies, or is turned.
 */
export function seenBeside(travel: number): number {
  return travel <= 1 ? clamp01((0.8 - travel) / 0.3) : clamp01((travel - 1.5) / 0.5);
}

/** The place of one card on the felt, or of two side by side; it carries the emblem of its side. */
export class CardPlace {
  readonly nodes: readonly Node[];
  readonly #kit: Kit;
  readonly #colour: string;
  readonly #emblem: EmblemName | null;
  readonly #sunk;
  readonly #sign;
  #spot: Spot = { x: 0, y: 0, angle: 0 };

  /** `colour` is the side's, `#rrggbb`; without an emblem it is a place that most rounds leave empty. */
  constructor(kit: Kit, colour: string, emblem: EmblemName | null) {
    this.#kit = kit;
    this.#colour = colour;
    this.#emblem = emblem;
    this.#sunk = kit.picture();
    this.#sign = kit.picture();
    this.nodes = [this.#sunk, this.#sign];
  }

  /** Lays it out for `cards` of a width, in CSS pixels, with a gap between them. */
  fit(width: number, spot: Spot, cards = 1, gap = 0): void {
    this.#spot = spot;
    const margin = Math.max(2, width * 0.03);
    const across = cards * width + (cards - 1) * gap;
    const size = { width: across + 2 * margin, height: width * CARD_RATIO + 2 * margin };
    const [emblem, colour, { accent, look }] = [this.#emblem, this.#colour, this.#kit];
    this.#sunk.paint(size, (context, box) => {
      paintPlace(context, box, { unit: width, colour, accent, look, faint: emblem === null });
    });
    this.#sunk.place(spot);
    if (emblem !== null) {
      const px = Math.min(across * 0.92, width * CARD_RATIO * 0.96);
      this.#sign.paint({ width: Math.min(across, px * 1.4), height: px }, (context, box) =>
        paintEmblem(context, box, emblem, { colour, accent, look }),
      );
    }
    this.show(1);
  }

  /** How much of its emblem is seen, 0 to 1: none of it where a card lies. */
  show(shown: number): void {
    this.#sign.place({ ...this.#spot, alpha: this.#emblem === null ? 0 : shown });
  }
}

/** The point of a box's outline that is seen from its middle at an angle, in radians. */
function onOutline({ width, height }: Size, angle: number): { x: number; y: number } {
  const [across, down] = [Math.cos(angle), Math.sin(angle)];
  const away = 0.5 / Math.max(Math.abs(across) / width, Math.abs(down) / height);
  return { x: across * away, y: down * away };
}

/** How wide a card is that has a name right above it, in CSS pixels. */
const SMALL_PX = 44;

/** The light around cards whose side has won: a glow on the cloth, and one fine line around them. */
export class HandLight {
  /** From the ground up, to be added under the cards. */
  readonly nodes: readonly Node[];
  readonly #look;
  readonly #glow;
  readonly #frame;
  readonly #spark;
  #spot: Spot = { x: 0, y: 0, angle: 0 };
  #size = { width: 1, height: 1 };
  #unit = 1;
  #colour = "";

  constructor(kit: Kit) {
    this.#look = kit.look;
    this.#glow = kit.light();
    this.#frame = kit.light();
    this.#spark = kit.light();
    this.nodes = [this.#glow, this.#frame, this.#spark];
  }

  /** Lays it around `cards` of a width side by side, with a gap between them, around a spot. */
  fit(width: number, spot: Spot, cards = 1, gap = 0): void {
    [this.#spot, this.#unit, this.#colour] = [spot, width, ""];
    this.#size = { width: cards * width + (cards - 1) * gap, height: width * CARD_RATIO };
  }

  /**
   * Lights it, 0 to 1, in a colour: the side's own, or the tie's. A highlight runs around it once, and its
   * glow grows, while the `celebration` runs, 0 to 1.
   */
  light(lit: number, colour: string, celebration: number): void {
    if (lit > 0 && colour !== this.#colour) {
      this.#paint(colour);
    }
    this.#glow.place({ ...this.#spot, lean: 0, scale: 0.94 + 0.12 * celebration, alpha: lit });
    this.#frame.place({ ...this.#spot, alpha: lit });
    this.#runAround(
      progress(celebration * RESULT_MS.celebration, RESULT_MS.roundAt, RESULT_MS.round),
      lit,
    );
  }

  #runAround(round: number, lit: number): void {
    const { x, y, angle, lean = 0 } = this.#spot;
    // From its upper middle on, clockwise.
    const at = onOutline(this.#size, (2 * round - 0.5) * Math.PI);
    const [across, down] = [Math.cos(angle), Math.sin(angle)];
    const lower = at.x * down + at.y * across;
    this.#spark.place({
      x: x + at.x * across - at.y * down + lean * lower,
      y: y + lower,
      scale: (this.#unit * 0.7) / 64,
      alpha: lit * Math.min(1, 8 * arc(round)),
    });
  }

  /** The line's own colour, and that of its glow: by day gold is lost between paper and cloth. */
  #rim(colour: string): [line: string, glow: string] {
    return this.#look.addsLight
      ? [palette.gilt, "#ffd16b"]
      : [colour, mix(colour, LIGHTS.gold, 0.4)];
  }

  #paint(colour: string): void {
    this.#colour = colour;
    const { width, height } = this.#size;
    const wide = { width: width + this.#unit * 1.7, height: height * 2.1 };
    this.#glow.paint(wide, (context, size) => {
      // Brighter than the side's colour on its letter, or green light would drown in green cloth.
      paintGlow(context, size, mix(colour, "#ffffff", 0.28));
    });
    this.#spark.paint({ width: 64, height: 64 }, (context, size) => {
      paintGlow(context, size, LIGHTS.gold);
    });
    // Around a small card there is no room for more: its light would cover the name above it.
    const blur = this.#unit < SMALL_PX ? 5 : Math.max(8, this.#unit * 0.22);
    this.#frame.paint({ width: width + 2 * blur, height: height + 2 * blur }, (context, size) => {
      paintFrame(context, size, blur, this.#unit * 0.075, this.#rim(colour));
    });
  }
}
