/**
 * Copies a text that an element shows. Where the page may not (over plain HTTP there is no clipboard),
 * selects it, so that a key press does the rest.
 *
 * @returns whether it was copied.
 */
export async function copyText(text: string, shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return false;
  }
}
