/**
 * A table's languages, as BCP 47 tags; the first is the fallback. Each has a folder named after its tag. To add a
 * language, add its folder and its tag here.
 */
export const langs = ["en", "ko", "zh-Hans", "zh-Hant", "ja", "vi", "th", "id"] as const;
export type Lang = (typeof langs)[number];

/** A BCP 47 tag, whose first part is the language. */
const TAG = /^([a-z]{2,3})(?:-[a-z0-9]{1,8})*$/i;

/**
 * The language for a viewer's preferences, which are BCP 47 tags, most preferred first; null if none is supported.
 * `ko-KR` gets `ko`. If a language has several scripts, the tag's script determines it: `zh-TW` and `zh-HK` get
 * `zh-Hant`, `zh` and `zh-SG` get `zh-Hans`.
 */
export function pickLang(preferences: readonly string[]): Lang | null {
  for (const preference of preferences) {
    const wanted = languageTag(preference);
    const [first, ...others] = langs.filter((known) => languageTag(known) === wanted);
    if (first !== undefined) {
      const script = others.length > 0 ? scriptTag(preference) : undefined;
      return others.find((known) => scriptTag(known) === script) ?? first;
    }
  }
  return null;
}

/** A language's own name, such as `한국어`. */
export function nameOfLang(lang: Lang): string {
  return new Intl.DisplayNames(lang, { type: "language" }).of(lang) ?? lang;
}

function languageTag(tag: string): string | null {
  return TAG.exec(tag)?.[1]?.toLowerCase() ?? null;
}

/** The explicit or likely script of a tag; undefined if the tag is invalid. */
function scriptTag(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script;
  } catch {
    return undefined;
  }
}
