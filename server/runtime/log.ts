/**
 * Logs an event with its fields. No field may contain a key, a query or any part of an outcome; callers name each
 * field.
 */
export type Log = (event: string, fields?: Readonly<Record<string, unknown>>) => void;

/** A log of one JSON object per line. */
export function jsonLog(write: (line: string) => void, now: () => number): Log {
  return (event, fields) => {
    write(JSON.stringify({ time: new Date(now()).toISOString(), event, ...fields }));
  };
}
