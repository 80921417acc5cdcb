/**
 * Copies a text that an element shows. If the page may not (plain HTTP has no clipboard), selects the
 * element's text instead, so that the user only has to press the keys for copying.
 *
 * @returns whether the text was copied.
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
