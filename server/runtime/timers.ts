/** Calls `task` once after `ms`, unless the returned function is called first. */
export type SetTimer = (task: () => void, ms: number) => () => void;

/** A timer that does not keep the process alive. */
export const setBackgroundTimer: SetTimer = (task, ms) => {
  const timer = setTimeout(task, ms).unref();
  return () => clearTimeout(timer);
};

/** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** Creates a pause from timers. */
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

/** Calls `make` on first use and shares its result; calls it again after a failure. */
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
