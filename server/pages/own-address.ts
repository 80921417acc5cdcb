import { escapeHtml } from "../http/html.ts";
import { LruMap } from "../runtime/lru-map.ts";

/** The service's address in the docs' sources. */
const EXAMPLE = "https://games.example.com";

/** Pages about setting the service's address, whose examples stay unchanged. */
const ABOUT_IT: ReadonlySet<string> = new Set([
  "/docs/deploy/",
  "/docs/payments/",
  "/docs/settings/",
]);

/**
 * Cached copies of a page. With BASE_URL one is enough; without it, there is one for each requested Host, and a
 * client can make up any number of them.
 */
const COPIES = 4;

/**
 * Replaces the example address in a page of the docs with the service's own, so that its commands run as printed.
 * Null for a page without the example address.
 *
 * @param path the path of the page, with a trailing slash.
 * @param toCopy converts the text for serving, once for each recent address.
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
