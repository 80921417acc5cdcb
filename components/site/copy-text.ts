/**
 * Copies text that an element contains. If the clipboard is not available, as over plain HTTP, it selects the element's
 * text instead, for copying with the keyboard.
 *
 * @returns whether the text was copied.
 */
export async function copyText(text: string, source: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(source);
    return false;
  }
}
