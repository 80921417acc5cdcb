/*
 * What this browser remembers for its reader. Where it remembers nothing, as in a private window, the
 * page works all the same.
 */

/** A text that was kept under a name; empty when there is none. */
export function kept(name: string): string {
  try {
    return localStorage.getItem(`tableside:${name}`) ?? "";
  } catch {
    return "";
  }
}

export function keep(name: string, text: string): void {
  try {
    localStorage.setItem(`tableside:${name}`, text);
  } catch {
    // Then it is for this visit only.
  }
}
