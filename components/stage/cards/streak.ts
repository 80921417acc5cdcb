import type { Kit, Node, Size } from "../kit.ts";
import { CARD_RATIO } from "../measures.ts";
import { WordPill } from "../word-pill.ts";
import type { StreakShown } from "./streak-shown.ts";

interface Point {
  x: number;
  y: number;
}

/** How large the words about a streak are on a card table. */
export interface StreakType {
  /** The height of the type, in widths of a card. */
  size: number;
  /** On narrower cards than this there is no room for words. CSS pixels. */
  fromPx: number;
}

/**
 * How often a side has won in a row: written at the foot of its own place, and beside its cards once they lie there,
 * where there is room.
 */
export class StreakPill {
  readonly nodes: readonly Node[];
  readonly #pill: WordPill;
  readonly #words: string;
  readonly #type: StreakType;
  #cardPx = 1;

  /** In `words` the sign # stands for the number. */
  constructor(kit: Kit, words: string, type: StreakType) {
    this.#pill = new WordPill(kit);
    this.#words = words;
    this.#type = type;
    this.nodes = this.#pill.nodes;
  }

  fit(cardPx: number): void {
    this.#cardPx = cardPx;
    this.#pill.fit(cardPx * this.#type.size);
  }

  /**
   * Shows a streak at the foot of a place around `x` and `y`; nothing for null. `besideCards` says where there is
   * room for it while cards lie there, so wide and high; null for none. CSS pixels.
   */
  show(
    streak: StreakShown | null,
    { x, y }: Point,
    besideCards: (size: Size) => Point | null,
  ): void {
    const shown = this.#cardPx < this.#type.fromPx ? 0 : (streak?.shown ?? 0);
    if (streak && shown > 0) {
      this.#pill.write(this.#words.replace("#", String(streak.length)));
    }
    const foot = { x, y: y + this.#cardPx * CARD_RATIO * 0.47 };
    const at = streak?.isOnCards && shown > 0 ? besideCards(this.#pill) : foot;
    this.#pill.show(at ?? foot, at ? shown : 0);
  }
}
