import { pickLang } from "../../src/i18n/langs.ts";
import { parseTheme } from "../../src/look/theme-names.ts";

/** The appearance that an operator chose, from the embed page's query. */
export type EmbedOptions = ReturnType<typeof readEmbedOptions>;

/**
 * Reads the options. Invalid values and unknown options are ignored: a typo in the colour must not take a live table
 * off an operator's page.
 */
export function readEmbedOptions(query: URLSearchParams) {
  return {
    lang: pickLang([query.get("lang") ?? ""]),
    theme: parseTheme(query.get("theme")),
    /** Null for the default colour. */
    accent: parseHexColour(query.get("accent") ?? ""),
    muted: !isOff(query.get("muted")),
  };
}

const isOff = (value: string | null): boolean => value === "0" || value === "false";

/** `#rrggbb` from three or six hexadecimal digits, with or without the `#`; null for anything else. */
function parseHexColour(text: string): string | null {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text)?.[1]?.toLowerCase();
  if (digits === undefined) {
    return null;
  }
  return `#${digits.length === 6 ? digits : digits.replace(/./g, "$&$&")}`;
}
