const SECOND_MS = 1_000;

/** Counts down in hours, minutes and seconds from `data-countdown` (ms), then calls `onEnd`. */
export function countDown(element: HTMLElement, onEnd: () => void): void {
  // Not performance.now(), which may stand still while the machine sleeps.
  const endMs = Date.now() + Number(element.dataset["countdown"]);

  function show(): void {
    const leftS = Math.max(0, Math.ceil((endMs - Date.now()) / SECOND_MS));
    const parts = [Math.floor(leftS / 3600), Math.floor(leftS / 60) % 60, leftS % 60];
    element.textContent = parts.map((part) => String(part).padStart(2, "0")).join(":");
    if (leftS > 0) {
      setTimeout(show, SECOND_MS);
    } else {
      onEnd();
    }
  }
  show();
}
