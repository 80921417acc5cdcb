/** Calls `task` once after `ms`, unless the returned function is called first. */
export type SetTimer = (task: () => void, ms: number) => () => void;

/** Sets a timer that does not keep the process alive. */
export const setBackgroundTimer: SetTimer = (task, ms) => {
  const timer = setTimeout(task, ms).unref();
  return () => clearTimeout(timer);
};

/** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export function pauseWith(setTimer: SetTimer): Pause {
  return (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const cancel = setTimer(done, ms);
      function done(): void {
        cancel();
        signal.removeEventListener("abort", done);
        resolve();
      }
      signal.addEventListener("abort", done);
    });
}

/**
 * Runs `work`, which must not reject, repeatedly: each time, `everyMs` after it has ended.
 *
 * @param firstMs the time until the first run, ms.
 * @returns a function that stops it and waits for running work.
 */
export function repeat(
  work: () => Promise<void>,
  everyMs: number,
  setTimer: SetTimer,
  firstMs = everyMs,
): () => Promise<void> {
  let isStopped = false;
  let underWay: Promise<void> = Promise.resolve();
  let cancel = setTimer(run, firstMs);

  function run(): void {
    underWay = work().then(() => {
      if (!isStopped) {
        cancel = setTimer(run, everyMs);
      }
    });
  }

  return () => {
    isStopped = true;
    cancel();
    return underWay;
  };
}

/** Calls `make` on first use, and again after a failure. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= make().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
