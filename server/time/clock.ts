import type { Log } from "../runtime/log.ts";

/** A clock, epoch ms. */
export type Clock = () => number;

/** Slewing, as NTP does it, moves a clock by half a millisecond a second: this is more. */
const STEP_MS = 100;

/**
 * Compares a clock with one that cannot be set, each time the function it returns is called, and logs
 * when it was set since the last time. `stepped` is called as well.
 *
 * @param steady ms from any beginning, such as `performance.now()`.
 */
export function watchClock(
  { clock, steady }: { clock: Clock; steady: Clock },
  log: Log,
  stepped: () => void,
): () => void {
  /** How far the two are apart; undefined when this process was stopped between looking at them. */
  function readOffset(): number | undefined {
    const beforeMs = steady();
    const nowMs = clock();
    return steady() - beforeMs < STEP_MS / 10 ? nowMs - beforeMs : undefined;
  }

  let offsetMs = readOffset();
  return () => {
    const found = readOffset();
    const byMs = Math.round((found ?? 0) - (offsetMs ?? found ?? 0));
    offsetMs = found ?? offsetMs;
    if (found !== undefined && Math.abs(byMs) >= STEP_MS) {
      log("clock stepped", {
        byMs,
        advice: "Keep this machine's clock by NTP, and see that nothing else sets it.",
      });
      stepped();
    }
  };
}
