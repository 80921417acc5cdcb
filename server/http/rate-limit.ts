import { LruMap } from "../runtime/lru-map.ts";

/** How often something may be done by one address, account or browser. One that is over it is refused at once. */
export interface RateLimit {
  /** Whether it may be done now, `count` times; if so, that is counted. */
  take(name: string, count?: number): boolean;
  /** Whether `take` would allow it. */
  has(name: string, count?: number): boolean;
}

export interface RateLimitOptions {
  /** How many may follow one another at once. */
  readonly burst: number;
  /** How long it takes until one more is allowed, ms. */
  readonly everyMs: number;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Some 100 bytes each. */
const MAX_BUCKETS = 20_000;

/**
 * A token bucket for each name. It is in memory, and each server has its own: several servers multiply a
 * limit by their number and no more.
 */
export function rateLimit({ burst, everyMs, now }: RateLimitOptions): RateLimit {
  /**
   * When each bucket is full again, epoch ms; one that is not here is full. Filling it with new names gains
   * nothing, since each of those has a full bucket anyway.
   */
  const fullAt = new LruMap<string, number>(MAX_BUCKETS);

  /** How long a bucket takes to be full again, ms. */
  function refillMsOf(name: string, nowMs: number): number {
    const refillMs = (fullAt.get(name) ?? nowMs) - nowMs;
    // Longer than an empty bucket takes: the clock was set back. It then counts as full.
    return refillMs > burst * everyMs ? 0 : Math.max(0, refillMs);
  }

  function has(name: string, count = 1): boolean {
    return refillMsOf(name, now()) + count * everyMs <= burst * everyMs;
  }

  return {
    has,
    take(name, count = 1) {
      if (!has(name, count)) {
        return false;
      }
      const nowMs = now();
      const fullMs = nowMs + refillMsOf(name, nowMs) + count * everyMs;
      if (!fullAt.has(name) && fullAt.size >= MAX_BUCKETS) {
        [...fullAt].filter(([, ms]) => ms <= nowMs).forEach(([each]) => fullAt.delete(each));
      }
      fullAt.set(name, fullMs);
      return true;
    },
  };
}
