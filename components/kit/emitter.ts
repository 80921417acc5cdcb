/** Calls listeners by the name of an event. */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<(detail: never) => unknown>>();

  /** Adds a listener. Returns what removes it. */
  on<Name extends keyof Events>(
    name: Name,
    listener: (detail: Events[Name]) => unknown,
  ): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Calls every listener. What one of them throws is an error of the page, and stops no other. */
  emit<Name extends keyof Events>(name: Name, detail: Events[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        // The map holds under a name what `on` took for that name.
        (listener as (detail: Events[Name]) => unknown)(detail);
      } catch (error) {
        reportError(error);
      }
    }
  }

  /** Removes all listeners. */
  clear(): void {
    this.#listeners.clear();
  }
}
