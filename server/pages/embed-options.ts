import { pickLang } from "../../src/i18n/langs.ts";
import { themeOf } from "../../src/look/themes.ts";
import type { Theme } from "../../src/look/themes.ts";

/** How an operator wants the table to look, out of the embed page's query. */
export interface EmbedOptions {
  /** A language the tables speak; null leaves it to the viewer's browser. */
  lang: string | null;
  theme: Theme;
  /** `#rrggbb`, or null for the house colour. */
  accent: string | null;
  muted: boolean;
}

/**
 * Reads the options. A value that is not allowed counts as not given, and unknown options are
 * passed over: a slip in the colour must not take a live table off an operator's page.
 */
export function readEmbedOptions(query: URLSearchParams): EmbedOptions {
  return {
    lang: pickLang([query.get("lang") ?? ""]),
    theme: themeOf(query.get("theme")),
    accent: hexColour(query.get("accent") ?? ""),
    muted: !isOff(query.get("muted")),
  };
}

const isOff = (value: string | null): boolean => value === "0" || value === "false";

/** `#rrggbb` out of three or six hexadecimal digits, with or without the `#`; null for anything else. */
function hexColour(text: string): string | null {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text)?.[1]?.toLowerCase();
  if (digits === undefined) {
    return null;
  }
  return `#${digits.length === 6 ? digits : digits.replace(/./g, "$&$&")}`;
}
