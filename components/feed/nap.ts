/** A wait that can be cut short. */
export interface Nap {
  /** Resolves after `ms`, when woken, or when the signal is aborted. */
  rest(ms: number, signal: AbortSignal): Promise<void>;
  /** Ends the present rest, if there is one. */
  wake(): void;
}

/** A nap on the browser's timers. */
export function timerNap(): Nap {
  let wake = () => {};
  return {
    rest(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => resolve(), { once: true });
      wake = resolve;
      return promise.finally(() => clearTimeout(timer));
    },
    wake: () => wake(),
  };
}
