import { SleepDetector } from "./sleep-detector.ts";

const CHECK_MS = 1_000;

/**
 * Calls back whenever the page returns: visible again, restored from the back/forward cache, unfrozen,
 * online, or awake after sleep. `mayHaveMissed` says that messages and timers may have been lost. `StateFeed` asks for the state then.
 * It asks as well when the browser goes offline: a dead connection says nothing, and a request fails at once.
 */
export function onPageReturn(
  returned: (mayHaveMissed: boolean) => void,
  signal: AbortSignal,
): void {
  const sleep = new SleepDetector({ date: () => Date.now(), local: () => performance.now() });
  const isVisible = () => document.visibilityState === "visible";
  const missed = () => returned(true);
  window.addEventListener("online", missed, { signal });
  window.addEventListener("offline", missed, { signal });
  window.addEventListener("pageshow", (event) => event.persisted && missed(), { signal });
  document.addEventListener("resume", missed, { signal });
  document.addEventListener(
    "visibilitychange",
    () => isVisible() && returned(sleep.mayHaveSlept(false)),
    { signal },
  );
  // Browsers delay the timers of a hidden page, so a gap means sleep only while it is visible.
  const checking = setInterval(() => sleep.mayHaveSlept(isVisible()) && missed(), CHECK_MS);
  signal.addEventListener("abort", () => clearInterval(checking), { once: true });
}
