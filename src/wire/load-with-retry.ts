import { interruptibleDelay } from "./interruptible-delay.ts";

/** The wait after the first failure, in ms, before jitter. It doubles with each failure. */
const RETRY_MS = 2_000;
/** Maximum wait after a failure, in ms, before jitter. */
const MAX_RETRY_MS = 300_000;

/** Options for retrying. */
export interface RetryOptions {
  /** Returns 0 to 1, for jitter, because loading fails for all tables at the same time. */
  random: () => number;
  /** Ends the retries. */
  signal?: AbortSignal;
  /** Called for every failure. */
  failed: (error: unknown) => void;
}

/**
 * Calls `load`, which may be an `import()`, until it succeeds, with increasing waits. Never rejects; undefined once the
 * signal is aborted.
 */
export async function loadWithRetry<T>(
  load: () => Promise<T>,
  { random, signal = new AbortController().signal, failed }: RetryOptions,
): Promise<T | undefined> {
  const delay = interruptibleDelay();
  for (let waitMs = RETRY_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, MAX_RETRY_MS)) {
    try {
      return await load();
    } catch (error) {
      failed(error);
      await delay.wait(waitMs * (0.5 + random() / 2), signal);
    }
  }
  return undefined;
}
