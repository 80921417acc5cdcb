import { LruMap } from "./lru-map.ts";

export interface TokenBucketOptions {
  /** Maximum number of attempts without a pause. */
  readonly burst: number;
  /** The time until one more attempt is allowed. */
  readonly everyMs: number;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Maximum number of buckets, about 100 bytes each. */
const MAX_BUCKETS = 20_000;

/**
 * Limits how often one IP address, account or browser may attempt something. An attempt above the limit fails at once.
 * The buckets are in memory, so each additional server adds another full limit.
 */
export function tokenBuckets({ burst, everyMs, now }: TokenBucketOptions) {
  /**
   * When each bucket is full again, epoch ms; a missing bucket is full. Flooding the map with new names gains
   * nothing, since a new name has a full bucket anyway.
   */
  const fullAt = new LruMap<string, number>(MAX_BUCKETS);

  function refillMsOf(name: string, nowMs: number): number {
    const refillMs = (fullAt.get(name) ?? nowMs) - nowMs;
    // Refilling cannot take longer than for an empty bucket: the clock was set back, so the bucket counts as full.
    return refillMs > burst * everyMs ? 0 : Math.max(0, refillMs);
  }

  /** Whether `take` would succeed. */
  function has(name: string, count = 1): boolean {
    return refillMsOf(name, now()) + count * everyMs <= burst * everyMs;
  }

  return {
    has,
    /** Whether `count` attempts are allowed now; if so, counts them. */
    take(name: string, count = 1): boolean {
      if (!has(name, count)) {
        return false;
      }
      const nowMs = now();
      const fullMs = nowMs + refillMsOf(name, nowMs) + count * everyMs;
      if (!fullAt.has(name) && fullAt.size >= MAX_BUCKETS) {
        [...fullAt].filter(([, ms]) => ms <= nowMs).forEach(([full]) => fullAt.delete(full));
      }
      fullAt.set(name, fullMs);
      return true;
    },
  };
}
