import { createHash } from "node:crypto";

/** All that happened in a run, as a hash, and the end of it in words. */
export interface Trace {
  note(line: string): void;
  /** What happened last, the oldest first. */
  readonly tail: readonly string[];
  readonly length: number;
  hash(): string;
}

const KEPT = 400;

/** @param onLine is given every line. */
export function startTrace(onLine?: (line: string) => void): Trace {
  const digest = createHash("sha256");
  const tail: string[] = [];
  let length = 0;
  return {
    note(line) {
      digest.update(line).update("\n");
      length += 1;
      tail.push(line);
      if (tail.length > 2 * KEPT) {
        tail.splice(0, KEPT);
      }
      onLine?.(line);
    },
    tail,
    get length() {
      return length;
    },
    hash: () => digest.copy().digest("hex"),
  };
}
