/** A replacement for `Promise.withResolvers()`, because the package also runs on Node 20, which lacks it. */
export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

export class InterruptibleDelay {
  #isInterrupted = false;
  #end: (() => void) | null = null;

  /** Resolves after `ms`, when interrupted, or when the signal is aborted. Never rejects. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isInterrupted && !signal.aborted) {
      const { promise, resolve } = deferred();
      const timer = setTimeout(resolve, ms);
      this.#end = resolve;
      signal.addEventListener("abort", resolve, { once: true });
      await promise;
      clearTimeout(timer);
      // Otherwise listeners would accumulate, because the signal lives as long as the table.
      signal.removeEventListener("abort", resolve);
    }
    this.#isInterrupted = false;
    this.#end = null;
  }

  /** Ends the current wait, or the next one as soon as it starts, so that no interrupt is lost. */
  interrupt(): void {
    this.#isInterrupted = true;
    this.#end?.();
  }
}
