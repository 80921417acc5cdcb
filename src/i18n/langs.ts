/**
 * The languages of a table, as BCP 47 tags; the first is the fallback. The words of each are in the
 * folder of its tag. To add a language, add its folder and its tag here.
 */
export const langs = ["en", "ko", "zh-Hans", "ja"] as const;
export type Lang = (typeof langs)[number];

/** A BCP 47 tag, whose first part is the language. */
const TAG = /^([a-z]{2,3})(?:-[a-z0-9]{1,8})*$/i;

/**
 * The language for a viewer's preferences, which are BCP 47 tags, the most preferred first; null if
 * we have none of them. Only the language of a tag counts: `ko-KR` gets `ko`. Script and region do
 * not: `zh-TW` gets the Chinese that we have rather than English.
 */
export function pickLang(preferences: readonly string[]): Lang | null {
  for (const preference of preferences) {
    const wanted = languageOf(preference);
    const lang = langs.find((known) => wanted !== null && languageOf(known) === wanted);
    if (lang !== undefined) {
      return lang;
    }
  }
  return null;
}

/** What a language calls itself: `한국어`. */
export function nameOfLang(lang: Lang): string {
  return new Intl.DisplayNames(lang, { type: "language" }).of(lang) ?? lang;
}

function languageOf(tag: string): string | null {
  return TAG.exec(tag)?.[1]?.toLowerCase() ?? null;
}
