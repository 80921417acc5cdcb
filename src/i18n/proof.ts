import { words as en } from "./en/proof.ts";
import type { Lang } from "./langs.ts";
import { wordsOrEnglish } from "./lazy-words.ts";
import type { ProofWords } from "./proof-words.ts";

/** English comes with the panel, as everyone's fallback; each other language is a chunk of its own. */
const loaders = import.meta.glob<ProofWords>(["./*/proof.ts", "!./en/*"], { import: "words" });

/** The words of the panel that proves a round. */
export function loadProofWords(lang: Lang): Promise<ProofWords> {
  return wordsOrEnglish(loaders[`./${lang}/proof.ts`], en);
}
