import { contrastFills, palette, roadFills } from "./palette.ts";
import type { Theme } from "./theme-names.ts";

/**
 * A theme's colours, each a custom property of tables and the lobby, such as `--on-alarm`. `accent` is for rings,
 * links, and lines inlaid in the felt. The scene reads `accent` and `felt`.
 */
interface ThemeColours {
  accent: string;
  felt: string;
  night: string;
  ink: string;
  "ink-soft": string;
  line: string;
  warn: string;
  /** The light of a working connection. */
  live: string;
  /** The countdown before and during the last seconds: the disc, and the digits on it. */
  soon: string;
  alarm: string;
  "on-alarm": string;
  /** Hearts and diamonds in the history. */
  "red-suit": string;
  /** Road marks, and the lines between road cells. */
  "road-red": string;
  "road-blue": string;
  "road-green": string;
  grid: string;
}

export const themes: Readonly<Record<Theme, ThemeColours>> = {
  dark: {
    accent: palette.gold,
    felt: palette.felt,
    night: palette.night,
    ink: palette.ink,
    "ink-soft": palette.inkSoft,
    line: "#ffffff1f",
    warn: palette.warn,
    live: palette.good,
    soon: palette.amber,
    alarm: "#d3222f",
    "on-alarm": "#fff",
    "red-suit": "#ff7f84",
    "road-red": "#ec5a62",
    "road-blue": "#5b95f2",
    "road-green": "#45c286",
    grid: "#ffffff14",
  },
  light: {
    accent: "#7a5910",
    felt: "#96b188",
    night: "#f3efe6",
    ink: "#191510",
    "ink-soft": "#565046",
    line: "#0000001f",
    warn: "#b23c0c",
    live: "#137044",
    soon: "#8a4b00",
    alarm: "#b3202c",
    "on-alarm": "#fff",
    "red-suit": "#b3202c",
    "road-red": roadFills.red,
    "road-blue": roadFills.blue,
    "road-green": "#137044",
    grid: "#00000014",
  },
  contrast: {
    accent: "#ffe14d",
    felt: "#07130e",
    night: "#000",
    ink: "#fff",
    "ink-soft": "#fff",
    line: "#fff",
    warn: palette.caution,
    live: contrastFills.green,
    soon: palette.caution,
    alarm: "#fff",
    "on-alarm": "#000",
    "red-suit": "#ff7f84",
    "road-red": contrastFills.red,
    "road-blue": contrastFills.blue,
    "road-green": contrastFills.green,
    grid: "#ffffff38",
  },
};
