/**
 * Copies a text that an element contains. If the clipboard is not available, as over plain HTTP, it selects the
 * element's text instead, for copying with the keyboard.
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
  source: HTMLElement,
  { suffix = "", words = ENGLISH }: { suffix?: string; words?: typeof ENGLISH } = {},
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  label.textContent = words.copy;
  label.setAttribute("aria-live", "polite");
  button.addEventListener("click", () => {
    void copyText(source.innerText.trim() + suffix, source).then((isCopied) => {
      label.textContent = isCopied ? words.copied : words.selected;
      clearTimeout(timer);
      timer = setTimeout(() => (label.textContent = words.copy), CONFIRMED_MS);
    });
  });
}
