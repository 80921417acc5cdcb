/**
 * Writes down that something happened: a word for it and what it was about. Fields hold no key, no
 * query and nothing of an outcome; callers name each of them.
 */
export type Log = (event: string, fields?: Readonly<Record<string, unknown>>) => void;

/** A log of one JSON object a line. */
export function jsonLog(write: (line: string) => void, now: () => number): Log {
  return (event, fields) => {
    write(JSON.stringify({ time: new Date(now()).toISOString(), event, ...fields }));
  };
}
