import { escapeHtml } from "../http/html.ts";
import { LruMap } from "../runtime/lru-map.ts";

/** The address of a service in the docs. */
const EXAMPLE = "https://games.example.com";

/** Pages about how a service comes by its address: their examples stay as they are. */
const ABOUT_IT: ReadonlySet<string> = new Set([
  "/docs/deploy/",
  "/docs/payments/",
  "/docs/settings/",
]);

/**
 * Copies that are cached for a page. One is enough where BASE_URL is set; where it is not, there is one for
 * each Host that is asked for, and anybody can make those up.
 */
const COPIES = 4;

/**
 * Fills the address of the service that is asked into a page of the docs, so that its commands run as they are
 * printed. Null for a page that has nothing to fill.
 *
 * @param path of the page, with the slash at its end.
 * @param toCopy makes of the text what is served, once for each address of late.
 */
export function withOwnAddress<Copy>(
  path: string,
  html: string,
  toCopy: (html: string) => Copy,
): ((baseUrl: string) => Copy) | null {
  if (ABOUT_IT.has(path) || !html.includes(EXAMPLE)) {
    return null;
  }
  const copies = new LruMap<string, Copy>(COPIES);
  return (baseUrl) => {
    const copy = copies.get(baseUrl) ?? toCopy(html.replaceAll(EXAMPLE, () => escapeHtml(baseUrl)));
    copies.set(baseUrl, copy);
    return copy;
  };
}
