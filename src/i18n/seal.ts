import { words as en } from "./en/seal.ts";
import type { Lang } from "./langs.ts";
import { wordsOrEnglish } from "./lazy-words.ts";
import type { SealWords } from "./seal-words.ts";

/** English comes with the keeper, as everyone's fallback; each other language is a chunk of its own. */
const loaders = import.meta.glob<SealWords>(["./*/seal.ts", "!./en/*"], { import: "words" });

/** The words of a table's seal. */
export function loadSealWords(lang: Lang): Promise<SealWords> {
  return wordsOrEnglish(loaders[`./${lang}/seal.ts`], en);
}
