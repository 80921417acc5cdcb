import { setBackgroundTimer } from "../runtime/timers.ts";

/** Starts work as slots become free, the longest waiting first, and never much at a time. */
export interface Slots<Item> {
  add(item: Item): void;
  /** Drops what waits, and resolves when nothing is under way. */
  stop(): Promise<void>;
}

/**
 * The pace, a thousand a second: what a moment brings is spread over a second or two, with room between for
 * all else that the process does.
 */
const STARTED_TOGETHER = 8;
const PAUSE_MS = 8;

/**
 * @param atOnce how many slots there are.
 * @param patienceMs work that takes longer goes on without its slot, so that it keeps nobody waiting.
 * @param work must not reject.
 */
export function createSlots<Item>(
  { atOnce, patienceMs }: { readonly atOnce: number; readonly patienceMs: number },
  work: (item: Item) => Promise<void>,
): Slots<Item> {
  const under = new Set<Promise<void>>();
  const waiting = new Set<Item>();
  let taken = 0;
  let isPausing = false;

  function startSome(): void {
    if (isPausing) {
      return;
    }
    let free = Math.min(STARTED_TOGETHER, atOnce - taken);
    for (const item of waiting) {
      if (free <= 0) {
        break;
      }
      free -= 1;
      isPausing = true;
      waiting.delete(item);
      begin(item);
    }
    if (isPausing) {
      setBackgroundTimer(() => {
        isPausing = false;
        startSome();
      }, PAUSE_MS);
    }
  }

  function begin(item: Item): void {
    taken += 1;
    const free = once(() => {
      taken -= 1;
      startSome();
    });
    const cancel = setBackgroundTimer(free, patienceMs);
    const done: Promise<void> = work(item).finally(() => {
      cancel();
      under.delete(done);
      free();
    });
    under.add(done);
  }

  return {
    add(item) {
      waiting.add(item);
      startSome();
    },
    async stop() {
      waiting.clear();
      while (under.size > 0) {
        await Promise.all(under);
      }
    },
  };
}

/** Calls `task` the first time alone. */
function once(task: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) {
      isDone = true;
      task();
    }
  };
}
