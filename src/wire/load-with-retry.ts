import { InterruptibleDelay } from "./interruptible-delay.ts";

/** The wait after the first failure, in ms, before jitter. It doubles with each failure. */
const RETRY_MS = 2_000;
/** Maximum wait after a failure, in ms, before jitter. */
const MAX_RETRY_MS = 300_000;

/**
 * Retries `load`, such as an `import()`, at growing intervals until it succeeds, and calls `onFailure` after each
 * failure. Never rejects; resolves to undefined if aborted.
 */
export async function loadWithRetry<T>(
  load: () => Promise<T>,
  {
    signal = new AbortController().signal,
    onFailure = console.warn,
  }: { signal?: AbortSignal; onFailure?: (error: unknown) => void } = {},
): Promise<T | undefined> {
  const delay = new InterruptibleDelay();
  for (let waitMs = RETRY_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, MAX_RETRY_MS)) {
    try {
      return await load();
    } catch (error) {
      onFailure(error);
      // With jitter, because an outage affects all tables at once.
      await delay.wait(waitMs * (0.5 + Math.random() / 2), signal);
    }
  }
  return undefined;
}
