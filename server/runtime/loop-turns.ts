/** Does a piece of work in a later turn of the event loop. */
export type InOwnTurn = (work: () => void) => void;

/** Resolves in a later turn of the event loop; of all callers one in each turn, in their order. */
export type NextTurn = () => Promise<void>;

/** One piece of work in each turn of the event loop, in the order asked for. */
export function ownTurns(): InOwnTurn {
  const waiting: (() => void)[] = [];

  function next(): void {
    const work = waiting.shift();
    if (waiting.length > 0) {
      setImmediate(next);
    }
    work?.();
  }

  return (work) => {
    waiting.push(work);
    if (waiting.length === 1) {
      setImmediate(next);
    }
  };
}

/**
 * Lets callers do long work in parts: between two parts of any caller the process serves others. Where
 * other kinds of work take turns too, `inOwnTurn` is asked for one at a time, however many callers wait.
 */
export function loopTurns(inOwnTurn: InOwnTurn = setImmediate): NextTurn {
  const waiting: (() => void)[] = [];

  function next(): void {
    waiting.shift()?.();
    if (waiting.length > 0) {
      inOwnTurn(next);
    }
  }

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) {
        inOwnTurn(next);
      }
    });
}
