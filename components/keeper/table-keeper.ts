import { pickLang } from "../../src/i18n/langs.ts";
import type { SealWords } from "../../src/i18n/seal-words.ts";
import { loadSealWords } from "../../src/i18n/seal.ts";
import { fillIn } from "../../src/i18n/verify-words.ts";
import type { Seal } from "../../src/table/seal.ts";
import type { TableView } from "../../src/table/view.ts";
import type { KeeperState } from "./messages.ts";
import { pageKeeper } from "./page-keeper.ts";
import type { PageKeeper } from "./page-keeper.ts";

/** Too little time to keep a promise in, ms. */
const LATE_MS = 1_500;

/** Has the keeper of a page follow one of its tables, and says what the table's seal is. */
export class TableKeeper {
  readonly keeper: PageKeeper;
  /** Undefined until a promise was kept. */
  seal: Seal | undefined;
  readonly #slug: string;
  readonly #changed: () => void;
  readonly #ending = new AbortController();
  #round = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lang = "";
  #words: SealWords | null = null;
  #state: KeeperState | null = null;

  /**
   * @param service its address, with the slash at its end.
   * @param changed called when there is another seal.
   */
  constructor(service: string, slug: string, changed: () => void) {
    this.keeper = pageKeeper(service);
    this.#slug = slug;
    this.#changed = changed;
    const learn = (state: KeeperState) => {
      this.#state = state;
      this.#update();
    };
    this.keeper.onState(slug, learn, this.#ending.signal);
  }

  /** Called with whatever the table shows. */
  follow({ state, remainMs, words }: TableView): void {
    if (words.lang !== this.#lang) {
      this.#lang = words.lang;
      void this.#speak(words.lang);
    }
    if (state?.phase === "betting" && state.round !== this.#round && remainMs > LATE_MS) {
      this.#round = state.round;
      // All viewers come to a round at the same time.
      const waitMs = Math.random() * 0.7 * (remainMs - LATE_MS);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.keeper.turn(this.#slug, state.round), waitMs);
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#ending.abort();
  }

  async #speak(lang: string): Promise<void> {
    const words = await loadSealWords(pickLang([lang]) ?? "en");
    if (lang === this.#lang) {
      this.#words = words;
      this.#update();
    }
  }

  /** A table out of sight is to be drawn anew only when its seal is another one. */
  #update(): void {
    const seal = sealOf(this.#state, this.#words);
    if (seal?.label !== this.seal?.label) {
      this.seal = seal;
      this.#changed();
    }
  }
}

function sealOf(state: KeeperState | null, words: SealWords | null): Seal | undefined {
  if (state === null || words === null || (state.kept === 0 && state.faults.length === 0)) {
    return undefined;
  }
  const name = state.faults.length > 0 ? "broken" : state.isLasting ? "holds" : "memory";
  return { state: name, label: fillIn(words[name], { checked: String(state.checked) }) };
}
