import { langs, pickLang } from "./langs.ts";
import type { Lang } from "./langs.ts";
import type { Words } from "./words.ts";

/** All languages at once, for servers and builds. A table in a browser loads only its own. */
const words = Object.fromEntries(
  await Promise.all(
    langs.map(async (lang) => {
      const file = (await import(`./${lang}/table.ts`)) as { words: Words };
      return [lang, file.words];
    }),
  ),
) as Readonly<Record<Lang, Words>>;

/** The words for a BCP 47 tag, or for several in order of preference; else English. */
export function wordsOf(preferences: string | readonly string[]): Words {
  return words[pickLang([preferences].flat()) ?? "en"];
}
