import { copyText } from "../copy/copy-text.ts";

const SAID_MS = 2_000;

/** Makes a button copy the text of the element that it names, and confirm it in the page's words. */
export function makeCopy(button: HTMLButtonElement): void {
  const words = JSON.parse(button.dataset["said"] ?? "{}") as Record<string, string>;
  const shown = document.querySelector<HTMLElement>(`#${button.dataset["copy"]}`);
  const said = button.querySelector("span");
  if (shown === null || said === null) {
    return;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.hidden = false;
  button.addEventListener("click", () => {
    void copyText(shown.innerText.trim(), shown).then((isCopied) => {
      said.textContent = words[isCopied ? "copied" : "selected"] ?? "";
      clearTimeout(timer);
      timer = setTimeout(() => (said.textContent = words["copy"] ?? ""), SAID_MS);
    });
  });
}
