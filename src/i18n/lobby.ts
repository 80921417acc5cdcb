import { words as en } from "./en/lobby.ts";
import type { Lang } from "./langs.ts";
import type { LobbyWords } from "./lobby-words.ts";

/** English comes with the lobby, as everyone's fallback; each other language is a chunk of its own. */
const loaders = import.meta.glob<LobbyWords>(["./*/lobby.ts", "!./en/*"], { import: "words" });

/** The words of the lobby; English where those of a language cannot be loaded. */
export async function loadLobbyWords(lang: Lang): Promise<LobbyWords> {
  try {
    return (await loaders[`./${lang}/lobby.ts`]?.()) ?? en;
  } catch (error) {
    console.warn(`Tableside: the words for ${lang} cannot be loaded.`, error);
    return en;
  }
}
