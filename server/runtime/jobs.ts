import type { Log } from "./log.ts";

/** Something that is to be done again and again. */
export interface Chore {
  readonly name: string;
  readonly everyMs: number;
  /** Whether it takes away what is too old. */
  readonly deletes?: boolean;
  work(): Promise<void>;
}

/** Does chores in the background, none of them twice at a time. */
export interface Chores {
  /** Begins no more, and waits for those under way. */
  stop(): Promise<void>;
}

/** Starts chores. One that fails is logged, and done again at its next time. */
export function startChores(chores: readonly Chore[], log: Log): Chores {
  const working = new Map<Chore, Promise<void>>();

  function begin(chore: Chore): void {
    if (!working.has(chore)) {
      const work = chore
        .work()
        .catch((error: unknown) => log("chore failed", { name: chore.name, cause: String(error) }))
        .finally(() => working.delete(chore));
      working.set(chore, work);
    }
  }

  const timers = chores.map((chore) => setInterval(() => begin(chore), chore.everyMs).unref());
  return {
    async stop() {
      for (const timer of timers) {
        clearInterval(timer);
      }
      await Promise.all(working.values());
    },
  };
}
