/** Resolves in a later turn of the event loop; of all callers one in each turn, in their order. */
export type NextTurn = () => Promise<void>;

/** Lets callers do long work in parts: between two parts, whoever they belong to, the process serves others. */
export function loopTurns(): NextTurn {
  const waiting: (() => void)[] = [];

  function next(): void {
    waiting.shift()?.();
    if (waiting.length > 0) {
      setImmediate(next);
    }
  }

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) {
        setImmediate(next);
      }
    });
}
