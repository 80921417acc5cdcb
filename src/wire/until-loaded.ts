import { interruptibleDelay } from "./interruptible-delay.ts";

/** The wait after the first failure, in ms, before jitter. It doubles with each, up to the longest. */
const RETRY_MS = 2_000;
const MAX_RETRY_MS = 300_000;

/** How something is loaded that a page does without for now. */
export interface Patience {
  /** Returns 0 to 1, for jitter: what fails for one table fails for all of them at the same time. */
  random: () => number;
  /** Ends the wait. Left out, it ends when the thing is there. */
  signal?: AbortSignal;
  /** Called for every failure. */
  failed: (error: unknown) => void;
}

/**
 * What `load` brings, which may be an `import()`: browsers ask for a chunk again whose request failed. When it
 * rejects, it is tried again, later each time. Never rejects; undefined once the signal is aborted.
 */
export async function untilLoaded<T>(
  load: () => Promise<T>,
  { random, signal = new AbortController().signal, failed }: Patience,
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
