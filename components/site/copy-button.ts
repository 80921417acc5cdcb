import { copyText } from "./copy-text.ts";

/** How long a button shows its confirmation, in ms. */
const CONFIRMED_MS = 2_000;

const ENGLISH = { copy: "Copy", copied: "Copied", selected: "Selected" };

/**
 * Makes a button copy an element's text, and confirm it in its label.
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
