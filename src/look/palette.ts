/** Colours that tell sides apart. */
export type ColourToken = "red" | "blue" | "green" | "gold" | "violet" | "white" | "orange";

/*
 * The colours of Tableside: a studio at night, deep felt, one warm lamp above and behind, gold where
 * something is won and nowhere else. Red is banker and dragon, blue is player and tiger, green is the
 * tie; never by colour alone.
 */

/** The colours that are the same by any light. */
export const palette = {
  night: "#0b0f14",
  ink: "#f4efe4",
  inkSoft: "#b9c4bc",
  gold: "#d9b45b",
  /** Gold that shines by itself: lines around what has won. */
  gilt: "#ffe3a0",
  /** The last seconds. */
  amber: "#ffb347",
  warn: "#ff8a5c",
  /** The two colours of suits. */
  suitRed: "#c3202f",
  suitBlack: "#191c22",
  /** What celebrates: brighter than the sides' own colours, or green light would drown in green cloth. */
  celebration: "#ffd36b",
} as const;

/** The colours of the sides, each beside the ink that is legible on it (4.5:1 and better). */
export const sideColours: Readonly<Record<ColourToken, { fill: string; ink: string }>> = {
  red: { fill: "#c62f3b", ink: "#ffffff" },
  blue: { fill: "#2563c9", ink: "#ffffff" },
  green: { fill: "#1d7f4f", ink: "#ffffff" },
  gold: { fill: "#f2c230", ink: "#1a1405" },
  violet: { fill: "#8a3fc0", ink: "#ffffff" },
  white: { fill: "#f4f4f0", ink: "#16181c" },
  orange: { fill: "#f08a24", ink: "#1c1003" },
};

/** The same on the theme for those who need contrast: bright, with black on all of them (8:1 and better). */
export const contrastFills: Readonly<Record<ColourToken, string>> = {
  red: "#ff8f8f",
  blue: "#8fc0ff",
  green: "#5be39b",
  gold: "#ffd84d",
  violet: "#d9a6ff",
  white: "#ffffff",
  orange: "#ffb066",
};
