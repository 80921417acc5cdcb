import type { Kit, Node } from "../kit.ts";
import { CARD_RATIO } from "../measures.ts";
import { WordPill } from "../word-pill.ts";
import type { StreakShown } from "./streak-shown.ts";

/** How large the words about a streak are on a card table. */
export interface StreakType {
  /** The height of the type, in widths of a card. */
  size: number;
  /** On narrower cards than this there is no room for words. CSS pixels. */
  fromPx: number;
}

/** How often a side has won in a row, written at the foot of its own place. */
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

  /** Shows a streak at the foot of a card around `x` and `y`; nothing for null. */
  show(streak: StreakShown | null, { x, y }: { x: number; y: number }): void {
    const shown = this.#cardPx < this.#type.fromPx ? 0 : (streak?.shown ?? 0);
    if (streak && shown > 0) {
      this.#pill.write(this.#words.replace("#", String(streak.length)));
    }
    this.#pill.show({ x, y: y + this.#cardPx * CARD_RATIO * 0.47 }, shown);
  }
}
