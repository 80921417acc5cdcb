/** Stops the started parts of a service in a fixed order. */
export interface Shutdown<Part extends string> {
  /** Registers how to stop a part, as soon as it has started. */
  add(part: Part, stop: () => unknown): void;
  /**
   * Stops the started parts one after another. If one fails, the others are still stopped, and its error is thrown
   * at the end. A second call does nothing.
   */
  run(): Promise<void>;
}

/** @param order every part that may be started, in the order of stopping. */
export function createShutdown<const Part extends string>(order: readonly Part[]): Shutdown<Part> {
  const stops = new Map<Part, () => unknown>();
  return {
    add: (part, stop) => void stops.set(part, stop),
    async run() {
      const stack = new AsyncDisposableStack();
      // A stack disposes of its last entry first.
      for (const part of order.toReversed()) {
        const stop = stops.get(part);
        if (stop !== undefined) {
          stack.defer(async () => void (await stop()));
        }
      }
      stops.clear();
      await stack.disposeAsync();
    },
  };
}
