import { readRevision } from "../store/revision.ts";
import { StoreError } from "../store/store-error.ts";
import type { Store } from "../store/store.ts";

/** Whether the store answered the last look, so that all changes up to it are known. */
export type StoreState = "answering" | "lost" | "unwatched";

/** Learns of changes made by any process, without a query per request. */
export interface Changes {
  readonly state: StoreState;
  /** Why the store counts as lost; undefined while it does not. */
  readonly lostFor: unknown;
  /** Has `listener` called after each change; one that fails is called again at the next look. */
  onChange(listener: ChangeListener): void;
  /** Has `listener` told of each revision that all the others have taken in. It must not throw. */
  onLoaded(listener: (revision: number) => void): void;
  /**
   * Looks for the first time, which calls every listener, then every 400 ms.
   *
   * @throws what the first look or a listener threw; nothing is then started.
   */
  start(): Promise<void>;
  /** Looks once more, now: for who has just made a change in this process. Never rejects. */
  look(): Promise<void>;
  /** Ends the looking and waits for the look under way, so that the store may be closed. */
  stop(): Promise<void>;
}

/**
 * Takes in what was changed after the revision `since`; null: everything, since nothing is known yet
 * or the store went back.
 */
export type ChangeListener = (since: number | null) => Promise<void>;

/** Calls `task` every `intervalMs` until the function it returns is called. */
export type Repeat = (task: () => void, intervalMs: number) => () => void;

/** Told when the looks begin to fail, once, and when they succeed again. */
export interface ChangesReport {
  lost(error: unknown): void;
  back(): void;
}

const INTERVAL_MS = 400;
/** How many times in a row the last look may still be under way, on a machine that is busy. */
const LATE_ALLOWED = 4;
/** So many looks have to be answered in time before a lost store is back: a slow one is not back at each answer. */
const PROMPT_WANTED = 3;

/** Watches the revision of `store`. What listeners keep stays while the store does not answer. */
export function watchChanges(
  store: Store,
  report: ChangesReport,
  repeat: Repeat = repeatInBackground,
): Changes {
  const listeners: ChangeListener[] = [];
  const loadedListeners: ((revision: number) => void)[] = [];
  let announced: number | null = null;
  let state: StoreState = "unwatched";
  let lostFor: unknown;
  let late = 0;
  let prompt = 0;
  let looking: Promise<void> | undefined;
  let stopRepeating: (() => void) | undefined;

  function miss(error: unknown): void {
    prompt = 0;
    if (state !== "lost") {
      state = "lost";
      lostFor = error;
      report.lost(error);
    }
  }

  async function lookOnce(): Promise<void> {
    await store.check();
    const found = await readRevision(store);
    if (found !== announced) {
      const since = announced !== null && announced < found ? announced : null;
      await Promise.all(listeners.map((listener) => listener(since)));
      announced = found;
      loadedListeners.forEach((listener) => listener(found));
    }
    hit();
  }

  function hit(): void {
    prompt = late > LATE_ALLOWED ? 0 : prompt + 1;
    late = 0;
    if (state === "unwatched") {
      state = "answering";
    } else if (state === "lost" && prompt >= PROMPT_WANTED) {
      state = "answering";
      lostFor = undefined;
      report.back();
    }
  }

  // One after the other, so that a late answer never overwrites a newer one.
  function look(): Promise<void> {
    const turn = (looking ?? Promise.resolve())
      .then(lookOnce)
      .catch(miss)
      .finally(() => {
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
    } else if (++late > LATE_ALLOWED) {
      miss(new StoreError("slow", "The database has not answered in time."));
    }
  }

  return {
    get state() {
      return state;
    },
    get lostFor() {
      return lostFor;
    },
    onChange(listener) {
      listeners.push(listener);
    },
    onLoaded(listener) {
      loadedListeners.push(listener);
    },
    async start() {
      await lookOnce();
      stopRepeating = repeat(tick, INTERVAL_MS);
    },
    look,
    async stop() {
      stopRepeating?.();
      stopRepeating = undefined;
      await looking;
      state = "unwatched";
    },
  };
}

/** A timer that does not keep the process alive. */
function repeatInBackground(task: () => void, intervalMs: number): () => void {
  const timer = setInterval(task, intervalMs).unref();
  return () => clearInterval(timer);
}
