import { langs, pickLang } from "./langs.ts";
import type { Lang } from "./langs.ts";
import type { LobbyWords, PartWords, Words } from "./words.ts";

/*
 * All languages at once, for servers and builds. A table in a browser loads only one.
 */
const words = await inAllLanguages<Words>((lang) => import(`./${lang}/table.ts`));
const lobbyWords = await inAllLanguages<LobbyWords>((lang) => import(`./${lang}/lobby.ts`));
const partWords = await inAllLanguages<PartWords>((lang) => import(`./${lang}/parts.ts`));

/** The words for a BCP 47 tag, or for several in order of preference; English if none is supported. */
export function wordsOf(preferences: string | readonly string[]): Words {
  return words[pickLang([preferences].flat()) ?? "en"];
}

export function lobbyWordsOf(lang: Lang): LobbyWords {
  return lobbyWords[lang];
}

/** The words of a table's on-demand parts in a language. */
export function partWordsOf(lang: Lang): PartWords {
  return partWords[lang];
}

async function inAllLanguages<T>(
  load: (lang: Lang) => Promise<{ words: T }>,
): Promise<Readonly<Record<Lang, T>>> {
  const entries = langs.map(async (lang) => [lang, (await load(lang)).words] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<Lang, T>;
}
