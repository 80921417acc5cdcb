/**
 * Copies a text that an element shows. If the clipboard is not available, as over plain HTTP, it selects the
 * element's text instead, ready to be copied with the keyboard.
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

/** How long a button shows its confirmation, in ms. */
const CONFIRMED_MS = 2_000;

const ENGLISH = { copy: "Copy", copied: "Copied", selected: "Selected" };

/**
 * Makes a button copy the text of an element, and confirm it in its label.
 *
 * @param suffix appended to the copied text.
 */
export function copyOnPress(
  button: HTMLButtonElement,
  label: HTMLElement,
  shown: HTMLElement,
  { suffix = "", words = ENGLISH }: { suffix?: string; words?: typeof ENGLISH } = {},
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  label.textContent = words.copy;
  label.setAttribute("aria-live", "polite");
  button.addEventListener("click", () => {
    void copyText(shown.innerText.trim() + suffix, shown).then((isCopied) => {
      label.textContent = isCopied ? words.copied : words.selected;
      clearTimeout(timer);
      timer = setTimeout(() => (label.textContent = words.copy), CONFIRMED_MS);
    });
  });
}
