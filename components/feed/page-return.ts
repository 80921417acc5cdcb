/** If the two clocks drift apart by more than this, in ms, one of them was stopped or set. */
const MAX_DRIFT_MS = 2_000;
/** A page that checks every second and finds a gap longer than this, in ms, was not running. */
const MAX_GAP_MS = 10_000;
const CHECK_MS = 1_000;

/**
 * Returns a function that detects whether the machine might have slept since the last call: browsers have no event for
 * this. During sleep, the date advances, but on some systems the monotonic clock stops. If `isRegular`, calls are a
 * second apart, and a long gap is itself a sign of sleep. Setting the date also looks like sleep, which costs two
 * requests.
 */
function sleepDetector(): (isRegular: boolean) => boolean {
  let [dateMs, localMs] = [Date.now(), performance.now()];
  return (isRegular) => {
    const [newDateMs, newLocalMs] = [Date.now(), performance.now()];
    const passedMs = newLocalMs - localMs;
    const driftMs = Math.abs(newDateMs - dateMs - passedMs);
    [dateMs, localMs] = [newDateMs, newLocalMs];
    return driftMs > MAX_DRIFT_MS || (isRegular && passedMs > MAX_GAP_MS);
  };
}

/**
 * Calls `onReturn` whenever the page returns: visible again, restored from the back/forward cache, unfrozen, online, or
 * awake after sleep. `mayHaveMissed` means that messages and timers might have been lost, so `StateFeed` must request
 * the state. It is also called when the browser goes offline, because a dead connection is silent but a request fails
 * immediately.
 */
export function onPageReturn(
  onReturn: (mayHaveMissed: boolean) => void,
  signal: AbortSignal,
): void {
  const mayHaveSlept = sleepDetector();
  const isVisible = () => document.visibilityState === "visible";
  const wake = () => onReturn(true);
  window.addEventListener("online", wake, { signal });
  window.addEventListener("offline", wake, { signal });
  window.addEventListener("pageshow", (event) => event.persisted && wake(), { signal });
  document.addEventListener("resume", wake, { signal });
  document.addEventListener(
    "visibilitychange",
    () => isVisible() && onReturn(mayHaveSlept(false)),
    { signal },
  );
  // Browsers delay the timers of a hidden page, so a gap means sleep only while the page is visible.
  const checking = setInterval(() => mayHaveSlept(isVisible()) && wake(), CHECK_MS);
  signal.addEventListener("abort", () => clearInterval(checking), { once: true });
}
