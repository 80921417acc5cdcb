import type { Theme } from "../../src/look/tokens.ts";

/** The theme that a text names; dark for any other. */
export function themeOf(text: string): Theme {
  return text === "light" || text === "contrast" ? text : "dark";
}
