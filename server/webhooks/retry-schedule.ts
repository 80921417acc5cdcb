/* The retries of webhooks: for three days, with growing pauses. */

/** An endpoint that has failed for three days is switched off. */
const GIVE_UP_MS = 3 * 86_400_000;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 3 * 3_600_000;
const JITTER = 0.2;

/**
 * The pause after a number of failures in a row, ms: 5 s, 10 s, 20 s and so on, up to three hours; a fifth more or
 * less, so that endpoints that failed together do not return together.
 *
 * @param chance 0 to 1.
 */
export function retryPause(tries: number, chance: number): number {
  const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20));
  return Math.round(pauseMs * (1 - JITTER + 2 * JITTER * chance));
}

/** Whether it is time for the next attempt, or the clock was set back. */
export function isTryDue(nextTryAtMs: number, nowMs: number): boolean {
  return nextTryAtMs <= nowMs || nextTryAtMs - nowMs > MAX_PAUSE_MS * (1 + JITTER);
}

/** Whether an endpoint that has failed since a time, epoch ms, is switched off. */
export function hasGivenUp(failingSinceMs: number, nowMs: number): boolean {
  return nowMs - failingSinceMs >= GIVE_UP_MS;
}
