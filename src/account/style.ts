import { palette } from "../hud/tokens.ts";

/**
 * The palette as custom properties: the one style sheet that stands in the pages themselves. The
 * server names its hash in their content security policy.
 */
export const accountStyle = `:root{${Object.entries(palette)
  .map(([name, colour]) => `--${name}:${colour}`)
  .join(";")}}`;
