/*
 * What a viewer set, kept in the browser. An iframe without allow-same-origin, and one whose site
 * data is blocked, has no storage and throws at the mere mention of it: then nothing is kept.
 */

/** What was kept under a name; null when nothing was, or nothing can be. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`tableside:${name}`);
  } catch {
    return null;
  }
}

/** Keeps a value under a name, where that is possible. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`tableside:${name}`, value);
  } catch {
    // It holds until the page is left.
  }
}
