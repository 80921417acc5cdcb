import { deferred } from "./deferred.ts";

/** A delay that can be cut short. */
export interface InterruptibleDelay {
  /** Resolves after `ms`, when interrupted, or when the signal is aborted. Never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Ends the current wait, or the next one as soon as it starts, so that no interrupt is lost. */
  interrupt(): void;
}

/** Creates a delay based on `setTimeout`. */
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
        // Otherwise listeners would accumulate, because the signal lives as long as the table.
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
