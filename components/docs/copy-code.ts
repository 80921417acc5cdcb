const SHOWN_MS = 2_000;

/** Gives a block of code a button that copies it, where the page may write to the clipboard. */
export function addCopyButton(block: HTMLElement): void {
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
