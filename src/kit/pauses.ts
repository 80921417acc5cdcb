import { ApiError } from "../wire/api-error.ts";
import { InterruptibleDelay } from "../wire/interruptible-delay.ts";

/** The pause if a busy service specifies none, in ms. */
const PAUSE_MS = 1_000;

/**
 * Calls `request` until it returns a status other than 429, pausing as the service requests.
 *
 * @throws any other error from `request`, or the signal's reason once it is aborted.
 */
export async function withPauses<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) {
        throw error;
      }
      await new InterruptibleDelay().wait(error.retryAfterMs ?? PAUSE_MS, signal);
    }
  }
}
