import type { NextTurn } from "../runtime/loop-turns.ts";

/** Starts work as slots become free, the longest waiting first. */
export interface Slots<Item> {
  add(item: Item): void;
  /** Drops what waits, and resolves when nothing is under way. */
  stop(): Promise<void>;
}

/** Started without a pause: some half a millisecond. */
const STARTED_PER_TURN = 8;

/** @param work must not reject. */
export function createSlots<Item>(
  atOnce: number,
  nextTurn: NextTurn,
  work: (item: Item) => Promise<void>,
): Slots<Item> {
  const under = new Set<Promise<void>>();
  const waiting = new Set<Item>();
  let starting: Promise<void> | undefined;

  async function startWaiting(): Promise<void> {
    let started = 0;
    for (const item of waiting) {
      if (under.size >= atOnce) {
        return;
      }
      waiting.delete(item);
      const done: Promise<void> = work(item).finally(() => {
        under.delete(done);
        start();
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
      if (waiting.size > 0 && under.size < atOnce) {
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
