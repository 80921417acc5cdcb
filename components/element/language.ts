import { en } from "../../src/i18n/en/table.ts";
import { pickLang } from "../../src/i18n/langs.ts";
import type { Lang } from "../../src/i18n/langs.ts";
import type { Words } from "../../src/i18n/words.ts";

/** English is at hand, as what is spoken to those who understand nothing else; the rest is loaded. */
const loaders: Readonly<Record<Lang, () => Words | Promise<Words>>> = {
  en: () => en,
  ko: async () => (await import("../../src/i18n/ko/table.ts")).ko,
  "zh-Hans": async () => (await import("../../src/i18n/zh-hans/table.ts")).zhHans,
  ja: async () => (await import("../../src/i18n/ja/table.ts")).ja,
};

/** The words of one table, as the language of its element has it. */
export class TableLanguage {
  /** What is spoken now. */
  words: Words = en;
  #lang: Lang = "en";
  #loading: Promise<void> = Promise.resolve();

  /**
   * Turns to the first of the wished languages that is spoken. Resolves when its words are there; if
   * they cannot be had, when that is clear, and the table goes on in the language it has.
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
      const words = await loaders[lang]();
      if (lang === this.#lang) {
        this.words = words;
      }
    } catch (error) {
      console.warn(`Tableside: the words for ${lang} cannot be loaded.`, error);
    }
  }
}
