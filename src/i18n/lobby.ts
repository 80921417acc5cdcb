import { words as en } from "./en/lobby.ts";
import type { Lang } from "./langs.ts";
import { wordsOrEnglish } from "./lazy-words.ts";

const loaders = import.meta.glob<typeof en>(["./*/lobby.ts", "!./en/*"], { import: "words" });

/** The words of the lobby. */
export function loadLobbyWords(lang: Lang): Promise<typeof en> {
  return wordsOrEnglish(loaders[`./${lang}/lobby.ts`], en);
}
