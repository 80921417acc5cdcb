/** How often something may be done in the name of one address, account or browser. */
export interface RateLimit {
  /** Whether it may be done once more now, or `count` times; if so, that is counted. */
  take(name: string, count?: number): boolean;
  /** Whether `take` would allow it. */
  has(name: string, count?: number): boolean;
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

  /** What a bucket is short of being full, as the time that it takes to fill up, ms. */
  function owedMsOf(name: string, nowMs: number): number {
    const shortMs = (fullAt.get(name) ?? nowMs) - nowMs;
    // No bucket takes longer than an empty one, unless the clock was set back: then nothing is owed.
    return shortMs > burst * everyMs ? 0 : Math.max(0, shortMs);
  }

  function has(name: string, count = 1): boolean {
    return owedMsOf(name, now()) + count * everyMs <= burst * everyMs;
  }

  return {
    has,
    take(name, count = 1) {
      if (!has(name, count)) {
        return false;
      }
      const nowMs = now();
      const fullMs = nowMs + owedMsOf(name, nowMs) + count * everyMs;
      if (!fullAt.has(name) && fullAt.size >= REMEMBERED) {
        makeRoom(nowMs);
      }
      fullAt.delete(name);
      fullAt.set(name, fullMs);
      return true;
    },
  };
}
