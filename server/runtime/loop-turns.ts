/** Resolves for one caller after the other, one in each turn of the event loop. */
export type Turns = () => Promise<void>;

/**
 * Lets long work be done in parts, of however many callers: between two parts the process does what
 * else there is to do.
 */
export function turns(): Turns {
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
