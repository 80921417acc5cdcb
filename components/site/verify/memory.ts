/*
 * What this browser remembers for its reader. The page works without it too, as in a private window.
 */

/** The text that is remembered under a name; empty when there is none. */
export function recall(name: string): string {
  try {
    return localStorage.getItem(`tableside:${name}`) ?? "";
  } catch {
    return "";
  }
}

/** Remembers a text under a name, where the browser lets it. */
export function remember(name: string, text: string): void {
  try {
    localStorage.setItem(`tableside:${name}`, text);
  } catch {
    // Then it lasts for this visit only.
  }
}
