import { words as en } from "./en/facts.ts";
import type { FactsWords } from "./facts-words.ts";
import type { Lang } from "./langs.ts";
import { wordsOrEnglish } from "./lazy-words.ts";

/** English comes with the facts, as everyone's fallback; each other language is a chunk of its own. */
const loaders = import.meta.glob<FactsWords>(["./*/facts.ts", "!./en/*"], { import: "words" });

/** The words of what is said while bets are open. */
export function loadFactsWords(lang: Lang): Promise<FactsWords> {
  return wordsOrEnglish(loaders[`./${lang}/facts.ts`], en);
}
