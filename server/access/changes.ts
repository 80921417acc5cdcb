import { readRevision } from "../store/revision.ts";
import type { Store } from "../store/store.ts";

/** Learns of changes made by any process, without a query per request. */
export interface Changes {
  /**
   * The revision last read, under which what is read from the store may be kept. Undefined when
   * nothing may: before the start, after the stop, and when the store was silent for 4 seconds.
   */
  readonly revision: number | undefined;
  /** Has `listener` called after each change; one that fails is called again at the next look. */
  onChange(listener: () => Promise<void>): void;
  /** Looks for the first time, then every 400 ms. */
  start(): Promise<void>;
  /** Looks once more, now: for who has just made a change in this process. Never rejects. */
  look(): Promise<void>;
  /** Ends the looking and waits for the look under way, so that the store may be closed. */
  stop(): Promise<void>;
}

/** Calls `task` every `intervalMs` until the function it returns is called. */
export type Repeat = (task: () => void, intervalMs: number) => () => void;

const INTERVAL_MS = 400;
const MISSES_ALLOWED = 10;

/**
 * Watches the revision of `store`.
 *
 * @param report is told the error when looking begins to fail, once until it succeeds again.
 */
export function watchChanges(
  store: Store,
  report: (error: unknown) => void,
  repeat: Repeat = repeatInBackground,
): Changes {
  const listeners: (() => Promise<void>)[] = [];
  let revision: number | undefined;
  let announced: number | undefined;
  let misses = 0;
  let looking: Promise<void> | undefined;
  let stopRepeating: (() => void) | undefined;

  function miss(error: unknown): void {
    misses += 1;
    if (misses === 1) {
      report(error);
    }
    if (misses >= MISSES_ALLOWED) {
      revision = undefined;
    }
  }

  async function lookOnce(): Promise<void> {
    try {
      const found = await readRevision(store);
      // What keeps decisions compares this number, so it has to know before the listeners are done.
      revision = stopRepeating === undefined ? undefined : found;
      if (found !== announced) {
        await Promise.all(listeners.map((listener) => listener()));
        announced = found;
      }
      misses = 0;
    } catch (error) {
      miss(error);
    }
  }

  // One after the other, so that a late answer never overwrites a newer one.
  function look(): Promise<void> {
    const turn = (looking ?? Promise.resolve()).then(lookOnce).finally(() => {
      if (looking === turn) {
        looking = undefined;
      }
    });
    looking = turn;
    return turn;
  }

  function tick(): void {
    if (looking === undefined) {
      void look();
    } else {
      miss(new Error("The database has not answered in time."));
    }
  }

  return {
    get revision() {
      return revision;
    },
    onChange(listener) {
      listeners.push(listener);
    },
    start() {
      stopRepeating ??= repeat(tick, INTERVAL_MS);
      return look();
    },
    look,
    async stop() {
      stopRepeating?.();
      stopRepeating = undefined;
      revision = undefined;
      await looking;
    },
  };
}

/** A timer that does not keep the process alive. */
function repeatInBackground(task: () => void, intervalMs: number): () => void {
  const timer = setInterval(task, intervalMs).unref();
  return () => clearInterval(timer);
}
