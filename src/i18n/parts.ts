import { words as en } from "./en/parts.ts";
import { wordsOrEnglish } from "./lazy-words.ts";
import type { PartWords } from "./words.ts";

const loaders = import.meta.glob<PartWords>(["./*/parts.ts", "!./en/*"], { import: "words" });

/** The words of the parts of a table that are loaded later, in the language of its own words. */
export function loadPartWords(lang: string): Promise<PartWords> {
  return wordsOrEnglish(loaders[`./${lang}/parts.ts`], en);
}

/** The words of a part, which follow the language of its table. */
export class PartLanguage {
  readonly #changed: () => void;
  #lang = "";
  #words: PartWords | null = null;

  /** `changed` is called when words have been loaded. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The words in a language, or while they are being loaded those before them: at first null. */
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
