/*
 * The viewer's preferences, stored in the browser. In a frame without `allow-same-origin`, or with blocked site data,
 * any access to storage throws, and nothing is stored.
 */

/** A stored preference; null if there is none. */
export function readPreference(name: string): string | null {
  try {
    return localStorage.getItem(`tableside:${name}`);
  } catch {
    return null;
  }
}

/** Stores a preference, if the browser allows it. */
export function savePreference(name: string, value: string): void {
  try {
    localStorage.setItem(`tableside:${name}`, value);
  } catch {
    // The preference lasts until the viewer leaves the page.
  }
}
