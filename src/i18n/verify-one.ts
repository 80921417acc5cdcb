import { words as en } from "./en/verify.ts";
import type { Lang } from "./langs.ts";
import { wordsOrEnglish } from "./lazy-words.ts";

const loaders = import.meta.glob<typeof en>(["./*/verify.ts", "!./en/*"], { import: "words" });

/** Loads the words of the verification in one language. */
export function loadVerifyWords(lang: Lang): Promise<typeof en> {
  return wordsOrEnglish(loaders[`./${lang}/verify.ts`], en);
}
