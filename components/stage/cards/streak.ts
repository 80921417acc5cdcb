import type { Kit, Node } from "../kit.ts";
import { CARD_RATIO } from "../measures.ts";
import type { Play } from "../scene.ts";
import { SWEEP_MS, TABLE_MS } from "../times.ts";
import { progress } from "../tracks.ts";
import { WordPill } from "../word-pill.ts";

/** A streak as the table shows it, 0 to 1 `shown`. */
export interface StreakShown {
  side: string;
  length: number;
  shown: number;
}

/** Fewer wins in a row than these are not shown. */
const SHOWN_FROM = 3;

/** When its plate comes down on the winner's cards, in ms of phase `result`, after the first look at them. */
export const PLATE_AT_MS = 620;

/**
 * The streak that is shown: while bets are open, from the end of the call on until the cards come, and once more when
 * `winner` has made it longer. It is null until that may be shown.
 */
export function streakAt(
  { form, state }: Play,
  winner: string | null,
  elapsedMs: number,
): StreakShown | null {
  const streak = form?.streak;
  if (!streak || streak.length < SHOWN_FROM || (winner !== null && winner !== streak.side)) {
    return null;
  }
  switch (state.phase) {
    case "betting": {
      const { opening } = TABLE_MS;
      return { ...streak, shown: progress(elapsedMs, opening * 0.6, opening * 0.4) };
    }
    case "revealing":
      return { ...streak, shown: 1 - progress(elapsedMs, 0, TABLE_MS.pop) };
    case "result":
      return { ...streak, shown: progress(elapsedMs, PLATE_AT_MS, TABLE_MS.pop) };
    default:
      return { ...streak, shown: 1 - progress(elapsedMs, 0, SWEEP_MS.cleared) };
  }
}

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
