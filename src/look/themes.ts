import { palette } from "./palette.ts";

export const THEMES = ["dark", "light", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

/** The colours of a theme, on hud and canvas; each is a custom property of `<game-table>`. */
export interface ThemeColours {
  /** Rings, and lines inlaid in the felt. */
  accent: string;
  felt: string;
}

export const themes: Readonly<Record<Theme, ThemeColours>> = {
  dark: { accent: palette.gold, felt: "#0f3d2e" },
  light: { accent: "#7a5910", felt: "#96b188" },
  contrast: { accent: "#ffe14d", felt: "#07130e" },
};

/** The theme with a name; dark for any other text. */
export function parseTheme(text: string | null): Theme {
  return THEMES.find((theme) => theme === text) ?? "dark";
}
