import { en } from "./en.ts";
import { ja } from "./ja.ts";
import { ko } from "./ko.ts";
import type { Words } from "./words.ts";
import { zhHans } from "./zh-hans.ts";

const languages: readonly Words[] = [en, ko, zhHans, ja];

/** The languages a table speaks, as BCP 47 tags. */
export const langs: readonly string[] = languages.map(({ lang }) => lang);

/** A BCP 47 tag, whose first part is the language. */
const TAG = /^([a-z]{2,3})(?:-[a-z0-9]{1,8})*$/i;

/**
 * The language, one of `langs`, for the tags a viewer wishes, the most wished first; null when none
 * is spoken. Only the language of a tag counts: `ko-KR` gets `ko`. Script and region do not, so that
 * `zh-TW` gets the Chinese there is rather than English.
 */
export function pickLang(wishes: readonly string[]): string | null {
  return pickWords(wishes)?.lang ?? null;
}

/**
 * The words for a tag, or for several in order of preference such as `navigator.languages`; English
 * when none is spoken.
 */
export function wordsOf(wishes: string | readonly string[]): Words {
  return pickWords([wishes].flat()) ?? en;
}

function pickWords(wishes: readonly string[]): Words | null {
  for (const wish of wishes) {
    const wanted = languageOf(wish);
    const words = languages.find(({ lang }) => wanted !== null && languageOf(lang) === wanted);
    if (words !== undefined) {
      return words;
    }
  }
  return null;
}

function languageOf(tag: string): string | null {
  return TAG.exec(tag)?.[1]?.toLowerCase() ?? null;
}
