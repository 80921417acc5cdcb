import { words as en } from "../../src/i18n/en/table.ts";
import { pickLang } from "../../src/i18n/langs.ts";
import type { Lang } from "../../src/i18n/langs.ts";
import type { Words } from "../../src/i18n/words.ts";

/** English, the fallback, is part of the element; every other language is a separate chunk. */
const loaders = import.meta.glob<Words>(["./*/table.ts", "!./en/*"], {
  base: "../../src/i18n/",
  import: "words",
});

export class TableLanguage {
  words: Words = en;
  #lang: Lang = "en";
  #loading: Promise<void> = Promise.resolve();

  /**
   * Changes to the first preferred language that is supported; English if none is. Resolves once the words are loaded.
   * If they fail to load, the table keeps its language.
   */
  use(preferences: readonly string[]): Promise<void> {
    const lang = pickLang(preferences) ?? "en";
    if (lang !== this.#lang) {
      this.#loading = this.#load(lang, this.#lang);
      this.#lang = lang;
    }
    return this.#loading;
  }

  async #load(lang: Lang, previous: Lang): Promise<void> {
    try {
      const words = (await loaders[`./${lang}/table.ts`]?.()) ?? en;
      if (lang === this.#lang) {
        this.words = words;
      }
    } catch (error) {
      // Restored so that the next change tries again.
      this.#lang = lang === this.#lang ? previous : this.#lang;
      console.warn(`Tableside: the words for ${lang} cannot be loaded.`, error);
    }
  }
}
