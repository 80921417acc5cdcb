import { en } from "./en/table.ts";
import { ja } from "./ja/table.ts";
import { ko } from "./ko/table.ts";
import { pickLang } from "./langs.ts";
import type { Lang } from "./langs.ts";
import type { Words } from "./words.ts";
import { zhHans } from "./zh-hans/table.ts";

/** All languages at once, for where they are at hand anyway; a browser loads the one it needs. */
const words: Readonly<Record<Lang, Words>> = { en, ko, "zh-Hans": zhHans, ja };

/** The words for a tag, or for several in order of preference; English when none is spoken. */
export function wordsOf(wishes: string | readonly string[]): Words {
  return words[pickLang([wishes].flat()) ?? "en"];
}
