/** How often something may be done in the name of one address, account or browser. */
export interface RateLimit {
  /** Whether it may be done once more now, or `count` times; if so, that is counted. */
  take(name: string, count?: number): boolean;
}

/** How a limit is set. */
export interface RateLimitOptions {
  /** How many at once. */
  readonly burst: number;
  /** After what time one more may follow, ms. */
  readonly everyMs: number;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Some 100 bytes each. */
const REMEMBERED = 20_000;

/**
 * A limit of buckets that fill up again one by one. Kept in memory: several servers each have their
 * own, which multiplies a limit by their number and no more.
 */
export function rateLimit({ burst, everyMs, now }: RateLimitOptions): RateLimit {
  /** When each bucket is full again. A name that is not here has a full one. */
  const fullAt = new Map<string, number>();

  function makeRoom(nowMs: number): void {
    for (const [name, ms] of fullAt) {
      if (ms <= nowMs) {
        fullAt.delete(name);
      }
    }
    // The names that were counted longest ago go first: who fills the memory with new names gains
    // nothing, since each of those has a bucket of its own anyway.
    for (const name of fullAt.keys()) {
      if (fullAt.size < REMEMBERED) {
        break;
      }
      fullAt.delete(name);
    }
  }

  return {
    take(name, count = 1) {
      const nowMs = now();
      const emptyMs = burst * everyMs;
      const wasFullMs = fullAt.get(name) ?? nowMs;
      // No bucket takes longer than an empty one, unless the clock was set back: then nothing is owed.
      const owedMs = wasFullMs - nowMs > emptyMs ? 0 : Math.max(0, wasFullMs - nowMs);
      if (owedMs + count * everyMs > emptyMs) {
        return false;
      }
      const fullMs = nowMs + owedMs + count * everyMs;
      if (!fullAt.has(name) && fullAt.size >= REMEMBERED) {
        makeRoom(nowMs);
      }
      fullAt.delete(name);
      fullAt.set(name, fullMs);
      return true;
    },
  };
}
