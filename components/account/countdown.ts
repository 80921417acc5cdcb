const SECOND_MS = 1_000;

/** Shows hours, minutes and seconds, from what was left when the page was made; then tells `over`. */
export function countDown(element: HTMLElement, over: () => void): void {
  // The clock of the day, since the other one stands still while the machine sleeps.
  const endMs = Date.now() + Number(element.dataset["countdown"]);

  function show(): void {
    const leftS = Math.max(0, Math.ceil((endMs - Date.now()) / SECOND_MS));
    const parts = [Math.floor(leftS / 3600), Math.floor(leftS / 60) % 60, leftS % 60];
    element.textContent = parts.map((part) => String(part).padStart(2, "0")).join(":");
    if (leftS > 0) {
      setTimeout(show, SECOND_MS);
    } else {
      over();
    }
  }
  show();
}
