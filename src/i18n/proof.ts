import { words as en } from "./en/proof.ts";
import type { Lang } from "./langs.ts";
import { wordsOrEnglish } from "./lazy-words.ts";

const loaders = import.meta.glob<typeof en>(["./*/proof.ts", "!./en/*"], { import: "words" });

/** The words of the panel that proves a round. */
export function loadProofWords(lang: Lang): Promise<typeof en> {
  return wordsOrEnglish(loaders[`./${lang}/proof.ts`], en);
}
