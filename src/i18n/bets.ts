import { words as en } from "./en/bets.ts";
import type { Lang } from "./langs.ts";
import { wordsOrEnglish } from "./lazy-words.ts";

const loaders = import.meta.glob<typeof en>(["./*/bets.ts", "!./en/*"], { import: "words" });

/** The words of the spots for bets. */
export function loadBetsWords(lang: Lang): Promise<typeof en> {
  return wordsOrEnglish(loaders[`./${lang}/bets.ts`], en);
}
