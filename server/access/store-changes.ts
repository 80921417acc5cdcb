import { mendRevision, readStoreHead } from "../store/revision.ts";
import type { StoreHead } from "../store/revision.ts";
import { DamagedRow, howLost, StoreError } from "../store/store-error.ts";
import type { Store } from "../store/store.ts";

/** `answering`: every change up to the last look at the store is known. */
export type StoreState = "answering" | "lost" | "unwatched";

/** Notices changes that any process makes to the store, without a query per request. */
export interface StoreChanges {
  readonly state: StoreState;
  /** Why the store counts as lost; undefined otherwise. */
  readonly lostFor: unknown;
  /** Calls `listener` after each change. One that fails is called again at the next look. */
  onChange(listener: ChangeListener): void;
  /** Calls `check` at each look after the start. While it throws, the store counts as lost. */
  onLook(check: () => void): void;
  /** Calls `listener` with each revision that every change listener has loaded. It must not throw. */
  onLoaded(listener: (revision: number) => void): void;
  /**
   * Looks for the first time, which calls every listener, then every 400 ms.
   *
   * @throws what the first look or a listener threw. Nothing is started then.
   */
  start(): Promise<void>;
  /** Looks now, so that this process sees the change it has just made. Never rejects. */
  look(): Promise<void>;
  /** Stops looking and waits for the look under way. The store may be closed after that. */
  stop(): Promise<void>;
}

/**
 * Loads what changed after the revision `since`. Null means everything: nothing is known yet, or the
 * store went back to an earlier state.
 */
export type ChangeListener = (since: number | null) => Promise<void>;

/** Calls `task` every `intervalMs` until the function it returns is called. */
export type Repeat = (task: () => void, intervalMs: number) => () => void;

/** Told once when looks begin to fail, once more when the database turns out to be another, and once when they succeed again. */
export interface StoreReport {
  lost(error: unknown): void;
  back(): void;
  /** The count of changes was damaged, and another one stands in its place. */
  mended(error: unknown): void;
}

const INTERVAL_MS = 400;
/** Ticks in a row that may find the last look still under way, as on a busy machine. */
const LATE_ALLOWED = 4;
/** Looks answered in time before a lost store counts as back. One late answer does not bring it back. */
const PROMPT_WANTED = 3;
const OTHER_OWNER =
  "The database holds the data of another service now, or none: its secret is another one. Stop this server, put its own database back, and start again.";

/** Watches the revision of `store`. While the store is lost, listeners keep what they have loaded. */
export function watchStoreChanges(
  store: Store,
  report: StoreReport,
  repeat: Repeat = repeatInBackground,
): StoreChanges {
  const listeners: ChangeListener[] = [];
  const checks: (() => void)[] = [];
  const loadedListeners: ((revision: number) => void)[] = [];
  let owner: string | undefined;
  let loaded: number | null = null;
  let state: StoreState = "unwatched";
  let lostFor: unknown;
  let late = 0;
  let prompt = 0;
  let looking: Promise<void> | undefined;
  let stopRepeating: (() => void) | undefined;

  function miss(error: unknown): void {
    prompt = 0;
    // Commands go by how it was lost, also where it did not answer first.
    if (state !== "lost" || (howLost(lostFor) === null && howLost(error) !== null)) {
      state = "lost";
      lostFor = error;
      report.lost(error);
    }
  }

  async function lookOnce(): Promise<void> {
    await store.check();
    const { revision: found, owner: presentOwner } = await readOrMend();
    if (owner !== undefined && presentOwner !== owner) {
      throw new StoreError("replaced", OTHER_OWNER);
    }
    owner = presentOwner;
    if (found !== loaded) {
      const since = loaded !== null && loaded < found ? loaded : null;
      await Promise.all(listeners.map((listener) => listener(since)));
      loaded = found;
      loadedListeners.forEach((listener) => listener(found));
    }
    checks.forEach((check) => check());
    hit();
  }

  async function readOrMend(): Promise<StoreHead> {
    try {
      return await readStoreHead(store);
    } catch (error) {
      if (!(error instanceof DamagedRow) || !(await mendRevision(store))) {
        throw error;
      }
      report.mended(error);
      // What was counted before says nothing about what has changed since.
      loaded = null;
      return readStoreHead(store);
    }
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

  // One look at a time, so that a late answer never overwrites a newer one.
  function look(): Promise<void> {
    const next = (looking ?? Promise.resolve())
      .then(lookOnce)
      .catch(miss)
      .finally(() => {
        if (looking === next) {
          looking = undefined;
        }
      });
    looking = next;
    return next;
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
    onLook(check) {
      checks.push(check);
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
