import { hexColour } from "./colours.ts";

/**
 * Carries `accent` for a whole shadow root: the host's own style attribute is the page's. Empty for a text
 * that is no colour.
 */
export function accentRule(accent: string): string {
  const colour = hexColour(accent);
  return colour === undefined ? "" : `:host{--accent:${colour}!important}`;
}
