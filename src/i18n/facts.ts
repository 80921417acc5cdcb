import { words as en } from "./en/facts.ts";
import type { Lang } from "./langs.ts";
import { wordsOrEnglish } from "./lazy-words.ts";

const loaders = import.meta.glob<typeof en>(["./*/facts.ts", "!./en/*"], { import: "words" });

/** The words of what is said while bets are open. */
export function loadFactsWords(lang: Lang): Promise<typeof en> {
  return wordsOrEnglish(loaders[`./${lang}/facts.ts`], en);
}
