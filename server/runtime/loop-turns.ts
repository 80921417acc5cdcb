/** Calls `work` in a later turn of the event loop. */
export type DeferWork = (work: () => void) => void;

/** Resolves in a later turn of the event loop, for one caller per turn, in order. */
export type NextTurn = () => Promise<void>;

/** Runs one task in each turn of the event loop, in order of request. */
export function turnQueue(deferWork: DeferWork = setImmediate): DeferWork {
  const waiting: (() => void)[] = [];

  function next(): void {
    const work = waiting.shift();
    if (waiting.length > 0) {
      deferWork(next);
    }
    work?.();
  }

  return (work) => {
    waiting.push(work);
    if (waiting.length === 1) {
      deferWork(next);
    }
  };
}

/**
 * Lets callers split long work into parts: between two parts, the process serves other requests. Callers wait in one
 * queue, which requests one turn at a time from `deferWork`.
 */
export function createNextTurn(deferWork?: DeferWork): NextTurn {
  const enqueue = turnQueue(deferWork);
  return () => new Promise((resolve) => void enqueue(resolve));
}
