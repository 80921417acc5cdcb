/* Reads the attributes that `<game-table>` and `<game-lobby>` share. */

/** The service that served this script, ending in a slash; used unless `base-url` names another one. */
export const DEFAULT_BASE_URL = `${new URL(import.meta.url).origin}/`;

/**
 * A service URL, ending in a slash, from an attribute: a full URL, or one that starts with a slash and is resolved
 * against the page's. Null for anything else, such as a host without `https://`, which would count as a path.
 */
export function serviceUrl(text: string): string | null {
  const page = document.baseURI;
  if (!/^(https?:\/)?\//i.test(text) || !URL.canParse(text, page)) {
    return null;
  }
  const { origin, pathname } = new URL(text, page);
  return origin + pathname.replace(/\/*$/, "/");
}

/** Reads the `muted` attribute or property: any value except `false` and `0`, even null, turns sound off. */
export const isMuted = (muted: boolean | string | null): boolean =>
  !/^(false|0)$/.test(String(muted));

/**
 * Converts a CSS colour, or bare hexadecimal digits, to `#rrggbb`, the stage's format.
 * Undefined if the text is not a colour, or the colour is not fully opaque.
 */
export function cssColourToHex(text: string): string | undefined {
  const colour = /^([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? `#${text}` : text;
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) {
    return undefined;
  }
  context.fillStyle = "transparent";
  // Has no effect unless the text is a colour of its own, which `inherit` and `var(--brand)` are not.
  context.fillStyle = colour;
  // A canvas returns a colour as #rrggbb, or as rgba() if it has transparency.
  return /^#[0-9a-f]{6}$/.test(context.fillStyle) ? context.fillStyle : undefined;
}

/**
 * A rule that sets `accent` for a whole shadow root, because the host's style attribute belongs to the page.
 * Empty if the text is not a colour.
 */
export function accentRule(accent: string): string {
  const colour = cssColourToHex(accent);
  return colour === undefined ? "" : `:host{--accent:${colour}!important}`;
}
