/*
 * What a viewer chose on a table, stored in the browser. A frame without `allow-same-origin`, or one
 * whose site data is blocked, has no storage, and even naming it throws: then nothing is stored.
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
    // The choice lasts until the page is left.
  }
}
