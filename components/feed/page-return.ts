import { SleepWatch } from "./sleep-watch.ts";

const LOOK_MS = 1_000;

/**
 * Calls whenever the page is back: seen again, out of the browser's cache, thawed, online, or awake
 * after sleep. `mayHaveMissed` says that messages and timers may have been lost meanwhile.
 */
export function onReturn(back: (mayHaveMissed: boolean) => void, signal: AbortSignal): void {
  const watch = new SleepWatch({ date: () => Date.now(), local: () => performance.now() });
  const isSeen = () => document.visibilityState === "visible";
  const missed = () => back(true);
  window.addEventListener("online", missed, { signal });
  window.addEventListener("pageshow", (event) => event.persisted && missed(), { signal });
  document.addEventListener("resume", missed, { signal });
  document.addEventListener("visibilitychange", () => isSeen() && back(watch.mayHaveSlept(false)), {
    signal,
  });
  // The timers of a hidden page are late by design.
  const looking = setInterval(() => watch.mayHaveSlept(isSeen()) && missed(), LOOK_MS);
  signal.addEventListener("abort", () => clearInterval(looking), { once: true });
}
