/** Stops what a service has started, in an order that is written down in one place. */
export interface Shutdown<Part extends string> {
  /** Registers how a part stops, as soon as it has started. */
  add(part: Part, stop: () => unknown): void;
  /**
   * Stops the parts that have started, each once the one before it has stopped. One that fails does not
   * keep the others running: its error is thrown at the end. A second call does nothing.
   */
  run(): Promise<void>;
}

/** @param order every part that may be started, the first to stop first. */
export function createShutdown<const Part extends string>(order: readonly Part[]): Shutdown<Part> {
  const stops = new Map<Part, () => unknown>();
  return {
    add: (part, stop) => void stops.set(part, stop),
    async run() {
      const stack = new AsyncDisposableStack();
      // A stack disposes of the last one first.
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
