import { addSearch } from "./search.ts";
import { showServiceMode } from "./service-mode.ts";

const SHOWN_MS = 2_000;

/** Gives a block of code a button that copies it, where the page may write to the clipboard. */
function addCopyButton(block: HTMLElement): void {
  const { clipboard } = navigator as Partial<Navigator>;
  const code = block.querySelector("pre");
  if (clipboard === undefined || code === null) {
    return;
  }
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    await clipboard.writeText(`${code.innerText.trimEnd()}\n`);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), SHOWN_MS);
  });
  block.append(button);
}

/* The pages under /docs/: their search, a button that copies each block of code, and the service's mode. */

const search = document.querySelector<HTMLElement>("#search");
if (search !== null) {
  addSearch(search);
}
for (const block of document.querySelectorAll<HTMLElement>(".code")) {
  addCopyButton(block);
}
// Who reads the docs without a service learns nothing of one.
showServiceMode(document).catch(() => {});
