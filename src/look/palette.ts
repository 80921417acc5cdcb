export type ColourToken = "red" | "blue" | "green" | "gold" | "violet" | "orange";

/*
 * The colours of Tableside: a studio at night, deep felt, one warm lamp, and gold only for wins. Red is banker and
 * dragon, blue is player and tiger, green is the tie; colour is never the only sign.
 */

/** The colours that do not depend on the theme. */
export const palette = {
  night: "#0b0f14",
  /** Cards and bars on a page, and the lines between them. */
  panel: "#10171d",
  hair: "#ffffff1f",
  ink: "#f4efe4",
  inkSoft: "#b9c4bc",
  gold: "#d9b45b",
  /** Brighter gold, for the winner's score. */
  gilt: "#ffe3a0",
  /** A gold button under the pointer. */
  goldHover: "#e8c878",
  /** Text on gold and on `warn`. */
  onGold: "#17130a",
  /** The ring and text of the countdown, shortly before the last seconds. */
  amber: "#ffb347",
  warn: "#ff8a5c",
  /** Warnings in the contrast theme, and the sandbox band. */
  caution: "#ffb000",
  good: "#57d38c",
  /** Fields and code on a page. */
  well: "#070b0f",
  edgeOfField: "#7d8a84",
  /** The docs in daylight, and their code. */
  paper: "#fdfcf9",
  paperWell: "#f6f3ec",
  felt: "#0f3d2e",
  feltLit: "#14523d",
  /** Text of the captions over a scene. */
  caption: "#f3ead6",
  suitRed: "#c3202f",
  suitBlack: "#191c22",
  /** The light on winners, bright enough for green felt. */
  celebration: "#ffd36b",
} as const;

/** The sides' colours, each with an ink of at least 4.5:1 contrast. */
export const sideColours: Readonly<Record<ColourToken, { fill: string; ink: string }>> = {
  red: { fill: "#c62f3b", ink: "#ffffff" },
  blue: { fill: "#2563c9", ink: "#ffffff" },
  green: { fill: "#1d7f4f", ink: "#ffffff" },
  gold: { fill: "#f2c230", ink: "#1a1405" },
  violet: { fill: "#8a3fc0", ink: "#ffffff" },
  orange: { fill: "#f08a24", ink: "#1c1003" },
};

/** The filled road marks, with white text. */
export const roadFills = { red: "#b8363f", blue: "#2b62b8", green: "#20754c" } as const;

/**
 * The sides' colours in the contrast theme's HUD, not in its scenes: bright, with at least 8:1 contrast to black text.
 */
export const contrastFills: Readonly<Record<ColourToken, string>> = {
  red: "#ff8f8f",
  blue: "#8fc0ff",
  green: "#5be39b",
  gold: "#ffd84d",
  violet: "#d9a6ff",
  orange: "#ffb066",
};
