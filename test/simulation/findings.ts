/** What was promised and did not hold. */
export interface Findings {
  readonly first: string | null;
  /** Notes that a promise was broken; the first one ends the run. */
  broken(promise: string, detail: string): void;
}

export function createFindings(onFirst: (words: string) => void): Findings {
  let first: string | null = null;
  return {
    get first() {
      return first;
    },
    broken(promise, detail) {
      if (first === null) {
        first = `${promise}: ${detail}`;
        onFirst(first);
      }
    },
  };
}
