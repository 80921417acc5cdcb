import type { Side } from "../../../src/games/contract.ts";
import type { GameWords } from "../../../src/i18n/game-words.ts";
import { sideColours } from "../../../src/look/palette.ts";
import { faceAt } from "../../../src/look/typefaces.ts";
import type { Kit, Label, TextLook } from "../kit.ts";
import { letteringOn } from "../theme.ts";

/** The names of a card table's sides, and how they are inlaid in its cloth. */
export class SideWords {
  readonly #kit: Kit;
  readonly #words: GameWords;
  #typePx = 10;

  constructor(kit: Kit, words: GameWords) {
    this.#kit = kit;
    this.#words = words;
  }

  /** Sets the height of the type, in CSS pixels. */
  fit(typePx: number): void {
    this.#typePx = typePx;
  }

  /** The name of a side in capitals; its id where the language has none. */
  nameOf(id: string): string {
    return (this.#words.sides[id] ?? id).toUpperCase();
  }

  /** A word of the game's own on the table; empty where the language has none. */
  word(key: string): string {
    return this.#words.lettering[key] ?? "";
  }

  /** How wide the name of a side is, in CSS pixels. */
  widthOf(id: string): number {
    return this.#kit.widthOf(this.nameOf(id), this.#type);
  }

  get #type() {
    const sizePx = this.#typePx;
    return { sizePx, weight: 700, spacing: 0.16, face: faceAt(sizePx) } as const;
  }

  /** Writes the name of a side in its colour, `#rrggbb`, brighter when lit. */
  write(label: Label, id: string, { isLit, colour, maxWidthPx, scale = 1 }: NameLook): void {
    const look: TextLook = {
      ...this.#type,
      sizePx: this.#typePx * scale,
      colour: letteringOn(this.#kit.look, colour, isLit),
      inlay: true,
      maxWidthPx,
    };
    label.write(this.nameOf(id), look);
  }
}

/** How the name of a side looks. */
interface NameLook {
  isLit: boolean;
  colour: string;
  maxWidthPx: number;
  /** By the height of the type; 1 when left out. */
  scale?: number;
}

/** The colour of a side as it is on banners and roads, `#rrggbb`. */
export function colourOf(sides: readonly Side[], id: string): string {
  return sideColours[sides.find((side) => side.id === id)?.colour ?? "white"].fill;
}
