import { words as en } from "./en/verify.ts";
import type { Lang } from "./langs.ts";
import type { VerifyWords } from "./verify-words.ts";

const loaders = import.meta.glob<VerifyWords>(["./*/verify.ts", "!./en/*"], { import: "words" });

/** The words of a round's check in one language; English where those of a language cannot be loaded. */
export async function loadVerifyWords(lang: Lang): Promise<VerifyWords> {
  try {
    return (await loaders[`./${lang}/verify.ts`]?.()) ?? en;
  } catch (error) {
    console.warn(`Tableside: the words for ${lang} cannot be loaded.`, error);
    return en;
  }
}
