import { palette } from "./palette.ts";

/**
 * The palette as custom properties, in a style sheet that pages inline. The server puts its hash into the content
 * security policy of pages that it renders on demand.
 */
export const paletteStyle = `:root{${Object.entries(palette)
  .map(([name, colour]) => `--${name}:${colour}`)
  .join(";")}}`;
