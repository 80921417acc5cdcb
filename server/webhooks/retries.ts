import { DAY_MS, HOUR_MS } from "../../src/round/phases.ts";
import { ENDPOINT_FAILING_DAYS } from "../../src/wire/account-limits.ts";
import type { Recipient } from "./endpoint-states.ts";

const GONE_STATUS = 410;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 3 * HOUR_MS;
const JITTER = 0.2;

/**
 * The pause after consecutive failures, in ms: 5 s, 10 s, 20 s and so on, up to three hours. It varies by up to a
 * fifth, so that endpoints that failed together are not retried together.
 *
 * @param chance 0 to 1.
 */
export function retryPause(tries: number, chance: number): number {
  const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20));
  return Math.round(pauseMs * (1 - JITTER + 2 * JITTER * chance));
}

/** Whether an endpoint may be called: it is valid, and its pause is over, or the clock was set back. */
export function mayCall({ endpoint, validUntilMs, progress }: Recipient, nowMs: number): boolean {
  const pauseMs = progress.next_try_at - nowMs;
  const isPausing = pauseMs > 0 && pauseMs <= MAX_PAUSE_MS * (1 + JITTER);
  return endpoint.off === null && nowMs < validUntilMs && !isPausing;
}

/** Why an endpoint that failed is switched off; null if it is to be retried. */
export const offReason = (status: number | null, failingSinceMs: number, nowMs: number) =>
  status === GONE_STATUS
    ? "gone"
    : nowMs - failingSinceMs >= ENDPOINT_FAILING_DAYS * DAY_MS
      ? "failed"
      : null;
