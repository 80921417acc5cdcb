/** Calls `task` once after `ms`, unless the function that it returns is called first. */
export type SetTimer = (task: () => void, ms: number) => () => void;

/** A timer that does not keep the process alive. */
export const setBackgroundTimer: SetTimer = (task, ms) => {
  const timer = setTimeout(task, ms).unref();
  return () => clearTimeout(timer);
};

/** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** Pauses by such timers. */
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

/** ms from a beginning that all threads of the process share; nothing sets it. */
export function steadyMs(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}

/** Makes something when it is first asked for, and again after a failure. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
