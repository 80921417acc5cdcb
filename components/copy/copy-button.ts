import { copyText } from "./copy-text.ts";

const SHOWN_MS = 2_000;

/** Gives every snippet of the page a button that copies what it shows. */
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
  const said = document.createElement("span");
  const what = document.createElement("span");
  said.textContent = "Copy";
  said.setAttribute("aria-live", "polite");
  what.className = "hidden";
  what.textContent = ` ${name}`;
  button.type = "button";
  button.append(said, what);
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener("click", () => {
    void copyText(`${code.innerText.trimEnd()}\n`, code).then((isCopied) => {
      said.textContent = isCopied ? "Copied" : "Selected";
      clearTimeout(timer);
      timer = setTimeout(() => (said.textContent = "Copy"), SHOWN_MS);
    });
  });
  return button;
}
