import { words as en } from "../../src/i18n/en/table.ts";
import { pickLang } from "../../src/i18n/langs.ts";
import type { Lang } from "../../src/i18n/langs.ts";
import type { Words } from "../../src/i18n/words.ts";

/** English is part of the element, as everyone's fallback; each other language is a chunk of its own. */
const loaders = import.meta.glob<Words>(["./*/table.ts", "!./en/*"], {
  base: "../../src/i18n/",
  import: "words",
});

/** The language of one table, and its words. */
export class TableLanguage {
  /** The words of the language that was loaded last. */
  words: Words = en;
  #lang: Lang = "en";
  #loading: Promise<void> = Promise.resolve();

  /**
   * Changes to the first of the preferred languages that we have; English if there is none. Resolves
   * once its words are loaded, or cannot be: the table then keeps the language it has.
   */
  use(preferences: readonly string[]): Promise<void> {
    const lang = pickLang(preferences) ?? "en";
    if (lang !== this.#lang) {
      this.#lang = lang;
      this.#loading = this.#load(lang);
    }
    return this.#loading;
  }

  async #load(lang: Lang): Promise<void> {
    try {
      const words = (await loaders[`./${lang}/table.ts`]?.()) ?? en;
      if (lang === this.#lang) {
        this.words = words;
      }
    } catch (error) {
      console.warn(`Tableside: the words for ${lang} cannot be loaded.`, error);
    }
  }
}
