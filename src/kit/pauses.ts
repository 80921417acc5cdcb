import { ApiError } from "../wire/api-error.ts";
import { interruptibleDelay } from "../wire/interruptible-delay.ts";

/** How long to pause for a service that is too busy and does not say for how long. */
const PAUSE_MS = 1_000;

/**
 * An answer of a service, after as many pauses as it asks for with status 429.
 *
 * @throws what `ask` throws otherwise; the signal's reason once that is aborted.
 */
export async function withPauses<T>(
  ask: () => Promise<T>,
  signal: AbortSignal = new AbortController().signal,
): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) {
        throw error;
      }
      await interruptibleDelay().wait(error.retryAfterMs ?? PAUSE_MS, signal);
    }
  }
}
