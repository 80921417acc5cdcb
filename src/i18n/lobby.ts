import { words as en } from "./en/lobby.ts";
import { wordsOrEnglish } from "./lazy-words.ts";
import type { LobbyWords } from "./words.ts";

const loaders = import.meta.glob<LobbyWords>(["./*/lobby.ts", "!./en/*"], { import: "words" });

/** The words of the lobby in the language of its tables. */
export function loadLobbyWords(lang: string): Promise<LobbyWords> {
  return wordsOrEnglish(loaders[`./${lang}/lobby.ts`], en);
}
