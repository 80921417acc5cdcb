import { palette } from "./palette.ts";

export const THEMES = ["dark", "light", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

/**
 * The colours of hud and canvas, each a custom property of `<game-table>`. `accent` is for rings, and for lines inlaid
 * in the felt.
 */
export const themes: Readonly<Record<Theme, { accent: string; felt: string }>> = {
  dark: { accent: palette.gold, felt: "#0f3d2e" },
  light: { accent: "#7a5910", felt: "#96b188" },
  contrast: { accent: "#ffe14d", felt: "#07130e" },
};

/** The theme with a name; dark for any other text. */
export function parseTheme(text: string | null): Theme {
  return THEMES.find((theme) => theme === text) ?? "dark";
}
