import type { NextTurn } from "../runtime/loop-turns.ts";
import { setBackgroundTimer } from "../runtime/timers.ts";

/** Starts work as slots become free, the longest waiting first. */
export interface Slots<Item> {
  add(item: Item): void;
  /** Drops what waits, and resolves when nothing is under way. */
  stop(): Promise<void>;
}

/** Started without a pause: some quarter of a millisecond. */
const STARTED_PER_TURN = 4;

/**
 * @param atOnce how many slots there are.
 * @param patienceMs work that takes longer goes on without its slot, so that it keeps nobody waiting.
 * @param work must not reject.
 */
export function createSlots<Item>(
  { atOnce, patienceMs }: { readonly atOnce: number; readonly patienceMs: number },
  nextTurn: NextTurn,
  work: (item: Item) => Promise<void>,
): Slots<Item> {
  const under = new Set<Promise<void>>();
  let taken = 0;
  const waiting = new Set<Item>();
  let starting: Promise<void> | undefined;

  async function startWaiting(): Promise<void> {
    let started = 0;
    for (const item of waiting) {
      if (taken >= atOnce) {
        return;
      }
      waiting.delete(item);
      taken += 1;
      const free = once(() => {
        taken -= 1;
        start();
      });
      const cancel = setBackgroundTimer(free, patienceMs);
      const done: Promise<void> = work(item).finally(() => {
        cancel();
        under.delete(done);
        free();
      });
      under.add(done);
      started += 1;
      if (started % STARTED_PER_TURN === 0) {
        await nextTurn();
      }
    }
  }

  function start(): void {
    starting ??= startWaiting().finally(() => {
      starting = undefined;
      if (waiting.size > 0 && taken < atOnce) {
        start();
      }
    });
  }

  return {
    add(item) {
      waiting.add(item);
      start();
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
