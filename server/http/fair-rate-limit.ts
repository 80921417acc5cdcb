import { rateLimit } from "./rate-limit.ts";
import type { RateLimitOptions } from "./rate-limit.ts";

/** A rate limit for each address and one for all of them together, which they share fairly. */
export interface FairRateLimit {
  /**
   * Resolves with true once the address may go on, which takes `ofAddress` from its own bucket and `ofAll`
   * from the shared one; with false when the address asked for too much, or waited too long.
   */
  take(address: string, ofAddress: number, ofAll: number): Promise<boolean>;
}

type Bucket = Omit<RateLimitOptions, "now">;

/** The longest that a request waits while the shared bucket is empty. */
const MAX_WAIT_MS = 2_000;
/** How often those who wait are looked through. */
const LOOK_MS = 10;
const MAX_WAITING_PER_ADDRESS = 20;
const MAX_WAITING_ADDRESSES = 1_000;

interface Waiting {
  readonly ofAddress: number;
  readonly ofAll: number;
  readonly settle: (may: boolean) => void;
}

/**
 * A bucket for each address and a shared one. While the shared one is empty, the addresses that wait
 * take turns, however much each asks for: a few that never stop asking leave the others their share.
 *
 * @param now epoch ms
 */
export function fairRateLimit(perAddress: Bucket, inAll: Bucket, now: () => number): FairRateLimit {
  const own = rateLimit({ ...perAddress, now });
  const shared = rateLimit({ ...inAll, now });
  /** Requests that wait, by address; the address that is served next comes first. */
  const queues = new Map<string, Waiting[]>();
  let timer: NodeJS.Timeout | undefined;

  /** Undefined: it has to wait for the others. Nothing is taken from an address before it is served. */
  function tryNow(address: string, ofAddress: number, ofAll: number): boolean | undefined {
    if (!own.has(address, ofAddress)) {
      return false;
    }
    if (ofAll > 0 && !shared.take("", ofAll)) {
      return undefined;
    }
    return own.take(address, ofAddress);
  }

  function look(): void {
    for (const [address, queue] of queues) {
      const [first] = queue;
      if (first !== undefined) {
        const may = tryNow(address, first.ofAddress, first.ofAll);
        if (may === undefined) {
          return;
        }
        first.settle(may);
      }
      // To the end of the line, where this loop meets it again.
      queues.delete(address);
      if (queue.length > 0) {
        queues.set(address, queue);
      }
    }
    clearInterval(timer);
    timer = undefined;
  }

  function wait(address: string, ofAddress: number, ofAll: number): Promise<boolean> {
    const queue = queues.get(address) ?? [];
    const hasRoom = queues.has(address)
      ? queue.length < MAX_WAITING_PER_ADDRESS
      : queues.size < MAX_WAITING_ADDRESSES;
    if (!hasRoom) {
      return Promise.resolve(false);
    }
    queues.set(address, queue);
    timer ??= setInterval(look, LOOK_MS);
    return new Promise((resolve) => {
      const waiting: Waiting = {
        ofAddress,
        ofAll,
        settle(may) {
          clearTimeout(end);
          queue.splice(queue.indexOf(waiting), 1);
          resolve(may);
        },
      };
      const end = setTimeout(() => waiting.settle(false), MAX_WAIT_MS);
      queue.push(waiting);
    });
  }

  return {
    async take(address, ofAddress, ofAll) {
      const mayPass = queues.size === 0 || ofAll === 0;
      const may = mayPass ? tryNow(address, ofAddress, ofAll) : undefined;
      return may ?? (own.has(address, ofAddress) && (await wait(address, ofAddress, ofAll)));
    },
  };
}
