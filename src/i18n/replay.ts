import { words as en } from "./en/replay.ts";
import type { Lang } from "./langs.ts";
import { wordsOrEnglish } from "./lazy-words.ts";

const loaders = import.meta.glob<typeof en>(["./*/replay.ts", "!./en/*"], { import: "words" });

/** The words of a replay. */
export function loadReplayWords(lang: Lang): Promise<typeof en> {
  return wordsOrEnglish(loaders[`./${lang}/replay.ts`], en);
}
