/** A wait that can be cut short. */
export interface Nap {
  /** Resolves after `ms`, when woken, or when the signal is aborted. */
  rest(ms: number, signal: AbortSignal): Promise<void>;
  /** Ends the present rest, or else the next one before it begins: a call is never lost. */
  wake(): void;
}

/** A nap on the browser's timers. */
export function timerNap(): Nap {
  let isWoken = false;
  let end: (() => void) | null = null;
  return {
    async rest(ms, signal) {
      if (!isWoken && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        end = resolve;
        signal.addEventListener("abort", end, { once: true });
        await promise;
        clearTimeout(timer);
        // The signal lasts as long as the table, which naps four times a round.
        signal.removeEventListener("abort", end);
      }
      isWoken = false;
      end = null;
    },
    wake() {
      isWoken = true;
      end?.();
    },
  };
}
