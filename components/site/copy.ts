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

/** How long a button says what it has done, in ms. */
const SAID_MS = 2_000;

const ENGLISH = { copy: "Copy", copied: "Copied", selected: "Selected" };

/**
 * Has a button copy what an element shows, and say so in its label.
 *
 * @param end what the copied text ends with.
 */
export function copyOnPress(
  button: HTMLButtonElement,
  label: HTMLElement,
  shown: HTMLElement,
  { end = "", words = ENGLISH }: { end?: string; words?: typeof ENGLISH } = {},
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  label.textContent = words.copy;
  label.setAttribute("aria-live", "polite");
  button.addEventListener("click", () => {
    void copyText(shown.innerText.trim() + end, shown).then((isCopied) => {
      label.textContent = isCopied ? words.copied : words.selected;
      clearTimeout(timer);
      timer = setTimeout(() => (label.textContent = words.copy), SAID_MS);
    });
  });
}
