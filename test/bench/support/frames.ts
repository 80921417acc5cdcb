/** Something that ran in a page: when it began and how long it took, ms. */
interface Span {
  atMs: number;
  costMs: number;
}

declare global {
  interface Window {
    /** What {@link noteFrames} has seen. */
    noted: { frames: Span[]; tasks: Span[] };
  }
}

/**
 * Runs in a page before anything else: notes the frames that the page asks for, with the time its
 * scripts take in each, and every task of more than 50 ms.
 */
export function noteFrames(): void {
  const noted: Window["noted"] = { frames: [], tasks: [] };
  window.noted = noted;
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((nowMs) => {
      const atMs = performance.now();
      callback(nowMs);
      const costMs = performance.now() - atMs;
      const last = noted.frames.at(-1);
      // Several callbacks of one frame are one frame.
      if (last !== undefined && last.atMs > nowMs) {
        last.costMs += costMs;
      } else {
        noted.frames.push({ atMs, costMs });
      }
    });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      noted.tasks.push({ atMs: startTime, costMs: duration });
    }
  }).observe({ type: "longtask", buffered: true });
}
