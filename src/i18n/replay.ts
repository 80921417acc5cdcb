import { words as en } from "./en/replay.ts";
import type { Lang } from "./langs.ts";
import { wordsOrEnglish } from "./lazy-words.ts";
import type { ReplayWords } from "./replay-words.ts";

/** English comes with the controls, as everyone's fallback; each other language is a chunk of its own. */
const loaders = import.meta.glob<ReplayWords>(["./*/replay.ts", "!./en/*"], { import: "words" });

/** The words of a replay. */
export function loadReplayWords(lang: Lang): Promise<ReplayWords> {
  return wordsOrEnglish(loaders[`./${lang}/replay.ts`], en);
}
