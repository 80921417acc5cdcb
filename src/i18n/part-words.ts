import { words as en } from "./en/parts.ts";
import { wordsOrEnglish } from "./lazy-words.ts";
import type { PartWords } from "./words.ts";

const loaders = import.meta.glob<PartWords>(["./*/parts.ts", "!./en/*"], { import: "words" });

/** Loads the words of a table's on-demand parts, in the table's language. */
export function loadPartWords(lang: string): Promise<PartWords> {
  return wordsOrEnglish(loaders[`./${lang}/parts.ts`], en);
}

/** The words of a part, in its table's current language. */
export class PartLanguage {
  readonly #changed: () => void;
  #lang = "";
  #words: PartWords | null = null;

  /** @param changed called when words have loaded. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The words in a language; while they load, the previous words, or null at first. */
  in(lang: string): PartWords | null {
    if (lang !== this.#lang) {
      this.#lang = lang;
      void loadPartWords(lang).then((words) => {
        if (lang === this.#lang) {
          this.#words = words;
          this.#changed();
        }
      });
    }
    return this.#words;
  }
}
