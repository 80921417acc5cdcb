/*
 * The viewer's preferences, stored in the browser. In a frame without `allow-same-origin`, or with blocked site data,
 * any access to storage throws, and nothing is stored.
 */

export function readPreference(name: string): string | null {
  try {
    return localStorage.getItem(`tableside:${name}`);
  } catch {
    return null;
  }
}

export function savePreference(name: string, value: string): void {
  try {
    localStorage.setItem(`tableside:${name}`, value);
  } catch {
    // The preference lasts until the viewer leaves the page.
  }
}
