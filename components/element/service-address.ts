/**
 * The address of a service, with the slash at its end, out of what an attribute says: a whole address,
 * or one on the page's own host that begins with a slash. Null for anything else, such as a host
 * without `https://`, which would be looked for below the page itself.
 */
export function serviceAddress(text: string, pageAddress: string): string | null {
  if (!/^(https?:\/)?\//i.test(text) || !URL.canParse(text, pageAddress)) {
    return null;
  }
  const { origin, pathname } = new URL(text, pageAddress);
  return origin + pathname.replace(/\/*$/, "/");
}
