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
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener("abort", end, { once: true });
        });
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
