import { palette } from "./palette.ts";

/** The themes that a table can be shown in. */
export const THEMES = ["dark", "light", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

/** What a theme is made of, on hud and canvas alike; each is a custom property of `<game-table>`. */
export interface ThemeColours {
  /** Rings, and lines inlaid in the cloth. */
  accent: string;
  /** The cloth. */
  felt: string;
}

export const themes: Readonly<Record<Theme, ThemeColours>> = {
  dark: { accent: palette.gold, felt: "#0f3d2e" },
  light: { accent: "#7a5910", felt: "#96b188" },
  contrast: { accent: "#ffe14d", felt: "#07130e" },
};

/** The theme that a text names; dark for any other. */
export function themeOf(text: string | null): Theme {
  return THEMES.find((theme) => theme === text) ?? "dark";
}
