/** Calls `work` in a later turn of the event loop. */
export type InOwnTurn = (work: () => void) => void;

/** Resolves in a later turn of the event loop, for one caller per turn, in order. */
export type NextTurn = () => Promise<void>;

/** Runs one piece of work in each turn of the event loop, in order of request. */
export function turnQueue(inOwnTurn: InOwnTurn = setImmediate): InOwnTurn {
  const waiting: (() => void)[] = [];

  function next(): void {
    const work = waiting.shift();
    if (waiting.length > 0) {
      inOwnTurn(next);
    }
    work?.();
  }

  return (work) => {
    waiting.push(work);
    if (waiting.length === 1) {
      inOwnTurn(next);
    }
  };
}

/**
 * Lets callers split long work into parts: between two parts, the process serves others. Callers wait in one queue,
 * which requests one turn at a time from `inOwnTurn`.
 */
export function loopTurns(inOwnTurn?: InOwnTurn): NextTurn {
  const enqueue = turnQueue(inOwnTurn);
  return () => new Promise((resolve) => void enqueue(resolve));
}
