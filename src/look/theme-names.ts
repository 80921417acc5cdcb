export const THEMES = ["dark", "light", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

/** The theme with a name; dark for any other text. */
export function parseTheme(text: string | null): Theme {
  return THEMES.find((theme) => theme === text) ?? "dark";
}
