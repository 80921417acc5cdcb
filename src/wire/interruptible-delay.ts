import { deferred } from "./deferred.ts";

/** A delay that can be cut short. */
export interface InterruptibleDelay {
  /** Resolves after `ms`, when interrupted, or when the signal is aborted. Never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Ends the current wait, or the next one as soon as it starts: an interrupt is never lost. */
  interrupt(): void;
}

/** A delay on the browser's timers. */
export function interruptibleDelay(): InterruptibleDelay {
  let isInterrupted = false;
  let end: (() => void) | null = null;
  return {
    async wait(ms, signal) {
      if (!isInterrupted && !signal.aborted) {
        const { promise, resolve } = deferred();
        const timer = setTimeout(resolve, ms);
        end = resolve;
        signal.addEventListener("abort", end, { once: true });
        await promise;
        clearTimeout(timer);
        // The signal lives as long as the table, which waits four times a round.
        signal.removeEventListener("abort", end);
      }
      isInterrupted = false;
      end = null;
    },
    interrupt() {
      isInterrupted = true;
      end?.();
    },
  };
}
