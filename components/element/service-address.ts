/**
 * The URL of a service, ending in a slash, from an attribute: a full URL, or a path on the page's own
 * host that starts with a slash. Null for anything else, such as a host without `https://`, which
 * would be resolved relative to the page.
 */
export function serviceAddress(text: string, pageAddress: string): string | null {
  if (!/^(https?:\/)?\//i.test(text) || !URL.canParse(text, pageAddress)) {
    return null;
  }
  const { origin, pathname } = new URL(text, pageAddress);
  return origin + pathname.replace(/\/*$/, "/");
}
