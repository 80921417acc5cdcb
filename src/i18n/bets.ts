import type { BetsWords } from "./bets-words.ts";
import { words as en } from "./en/bets.ts";
import type { Lang } from "./langs.ts";

/** English comes with the spots, as everyone's fallback; each other language is a chunk of its own. */
const loaders = import.meta.glob<BetsWords>(["./*/bets.ts", "!./en/*"], { import: "words" });

/** The words of the spots for bets; English where those of a language cannot be loaded. */
export async function loadBetsWords(lang: Lang): Promise<BetsWords> {
  try {
    return (await loaders[`./${lang}/bets.ts`]?.()) ?? en;
  } catch (error) {
    console.warn(`Tableside: the words for ${lang} cannot be loaded.`, error);
    return en;
  }
}
