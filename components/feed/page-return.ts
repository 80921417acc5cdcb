/** The two clocks of a browser. */
interface Clocks {
  /** The viewer's date, epoch ms. It can be wrong, and can be changed. */
  date(): number;
  /** A clock that only goes forward, in ms. On some systems it stops during sleep. */
  local(): number;
}

/** If the two clocks drift apart by more than this, in ms, one of them was stopped or set. */
const MAX_DRIFT_MS = 2_000;
/** A page that checks every second and finds a gap longer than this, in ms, was not running. */
const MAX_GAP_MS = 10_000;

/** Detects that the machine was asleep: browsers have no event for it. */
class SleepDetector {
  readonly #clocks: Clocks;
  #dateMs: number;
  #localMs: number;

  constructor(clocks: Clocks) {
    this.#clocks = clocks;
    this.#dateMs = clocks.date();
    this.#localMs = clocks.local();
  }

  /**
   * Whether the machine may have slept since the last call. Pass `isRegular` if calls come every
   * second: then a long gap is itself a sign of sleep. Setting the date looks like sleep too, which
   * costs two requests.
   */
  mayHaveSlept(isRegular: boolean): boolean {
    const dateMs = this.#clocks.date();
    const localMs = this.#clocks.local();
    const passedMs = localMs - this.#localMs;
    const driftMs = Math.abs(dateMs - this.#dateMs - passedMs);
    this.#dateMs = dateMs;
    this.#localMs = localMs;
    return driftMs > MAX_DRIFT_MS || (isRegular && passedMs > MAX_GAP_MS);
  }
}

const CHECK_MS = 1_000;

/**
 * Calls back whenever the page returns: visible again, restored from the back/forward cache, unfrozen,
 * online, or awake after sleep. `mayHaveMissed`: messages and timers may have been lost, so `StateFeed` must request
 * the state. Also called when the browser goes offline, because a dead connection is silent but a request fails at
 * once.
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
  // Browsers delay the timers of a hidden page, so a gap means sleep only while the page is visible.
  const checking = setInterval(() => sleep.mayHaveSlept(isVisible()) && missed(), CHECK_MS);
  signal.addEventListener("abort", () => clearInterval(checking), { once: true });
}
