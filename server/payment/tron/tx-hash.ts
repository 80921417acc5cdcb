/** Longer than any explorer's link. */
const MAX_LENGTH = 500;
const HASH = /(?<![0-9a-z])(?:0x)?([0-9a-f]{64})(?![0-9a-z])/gi;

/**
 * The transaction hash in pasted text: bare, with 0x, in upper case, or in an explorer's link. Returns
 * 64 digits of lower-case hex; undefined when the text holds no hash, or more than one.
 */
export function normaliseHash(text: string): string | undefined {
  if (text.length > MAX_LENGTH) {
    return undefined;
  }
  const found = new Set([...text.matchAll(HASH)].map(([, hash = ""]) => hash.toLowerCase()));
  const [hash] = found;
  return found.size === 1 ? hash : undefined;
}
