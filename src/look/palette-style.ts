import { palette } from "./palette.ts";

/**
 * The palette as custom properties: a style sheet inlined in the pages. The server
 * names its hash in the content security policy of those that are drawn on demand.
 */
export const paletteStyle = `:root{${Object.entries(palette)
  .map(([name, colour]) => `--${name}:${colour}`)
  .join(";")}}`;
