import { copyText } from "./copy-text.ts";

/** How long the button says that it has copied, in ms. */
const SHOWN_MS = 2_000;

/** Adds a copy button to every snippet of the page. */
export function addCopyButtons(page: Document): void {
  for (const snippet of page.querySelectorAll<HTMLElement>(".snippet")) {
    const code = snippet.querySelector<HTMLElement>("pre");
    const head = snippet.querySelector("figcaption");
    if (code !== null && head !== null) {
      head.append(copyButton(code, snippet.dataset["file"] ?? ""));
    }
  }
}

function copyButton(code: HTMLElement, name: string): HTMLButtonElement {
  const button = document.createElement("button");
  const label = document.createElement("span");
  const what = document.createElement("span");
  label.textContent = "Copy";
  label.setAttribute("aria-live", "polite");
  what.className = "hidden";
  what.textContent = ` ${name}`;
  button.type = "button";
  button.append(label, what);
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener("click", () => {
    void copyText(`${code.innerText.trimEnd()}\n`, code).then((isCopied) => {
      label.textContent = isCopied ? "Copied" : "Selected";
      clearTimeout(timer);
      timer = setTimeout(() => (label.textContent = "Copy"), SHOWN_MS);
    });
  });
  return button;
}
