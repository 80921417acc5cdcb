/** The languages a table speaks, as BCP 47 tags; the first is spoken to those who understand none. */
export const langs = ["en", "ko", "zh-Hans", "ja"] as const;
export type Lang = (typeof langs)[number];

/** A BCP 47 tag, whose first part is the language. */
const TAG = /^([a-z]{2,3})(?:-[a-z0-9]{1,8})*$/i;

/**
 * The language for the tags a viewer wishes, the most wished first; null when none is spoken. Only
 * the language of a tag counts: `ko-KR` gets `ko`. Script and region do not, so that `zh-TW` gets the
 * Chinese there is rather than English.
 */
export function pickLang(wishes: readonly string[]): Lang | null {
  for (const wish of wishes) {
    const wanted = languageOf(wish);
    const lang = langs.find((known) => wanted !== null && languageOf(known) === wanted);
    if (lang !== undefined) {
      return lang;
    }
  }
  return null;
}

function languageOf(tag: string): string | null {
  return TAG.exec(tag)?.[1]?.toLowerCase() ?? null;
}
