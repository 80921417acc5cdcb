import { rateLimit } from "./rate-limit.ts";
import type { RateLimitOptions } from "./rate-limit.ts";

/** How much work is done for each address, and for all of them together. */
export interface FairLimit {
  /** Resolves with true when so much may be done for an address now, false when it has asked for too much. */
  take(address: string, ofAddress: number, ofAll: number): Promise<boolean>;
}

/** A limit without its clock. */
type Bucket = Omit<RateLimitOptions, "now">;

/** How long a request waits at the most while others have used up what there is for all. */
const WAIT_MS = 2_000;
/** How often it is looked whose turn it is. */
const LOOK_MS = 10;
/** Requests of one address that wait. */
const WAITING_OF_ADDRESS = 20;
/** Addresses that wait. */
const WAITING_ADDRESSES = 1_000;

interface Waiting {
  readonly ofAddress: number;
  readonly ofAll: number;
  readonly settle: (may: boolean) => void;
}

/**
 * A limit for each address and one for all. While the one for all is used up, the addresses that wait
 * take turns, however much each of them asks for: a few that ask without end leave the others their share.
 *
 * @param now epoch ms
 */
export function fairLimit(perAddress: Bucket, inAll: Bucket, now: () => number): FairLimit {
  const each = rateLimit({ ...perAddress, now });
  const all = rateLimit({ ...inAll, now });
  /** Whose turn it is comes first. */
  const lines = new Map<string, Waiting[]>();
  let timer: NodeJS.Timeout | undefined;

  /** Undefined while it must wait for the others. Nothing is taken from an address before it is served. */
  function tryNow(address: string, ofAddress: number, ofAll: number): boolean | undefined {
    if (!each.has(address, ofAddress)) {
      return false;
    }
    if (ofAll > 0 && !all.take("", ofAll)) {
      return undefined;
    }
    return each.take(address, ofAddress);
  }

  function look(): void {
    for (const [address, line] of lines) {
      const [first] = line;
      if (first !== undefined) {
        const may = tryNow(address, first.ofAddress, first.ofAll);
        if (may === undefined) {
          return;
        }
        first.settle(may);
      }
      // Behind all others, and met again by this loop.
      lines.delete(address);
      if (line.length > 0) {
        lines.set(address, line);
      }
    }
    clearInterval(timer);
    timer = undefined;
  }

  function wait(address: string, ofAddress: number, ofAll: number): Promise<boolean> {
    const line = lines.get(address) ?? [];
    const hasRoom = lines.has(address)
      ? line.length < WAITING_OF_ADDRESS
      : lines.size < WAITING_ADDRESSES;
    if (!hasRoom) {
      return Promise.resolve(false);
    }
    lines.set(address, line);
    timer ??= setInterval(look, LOOK_MS);
    return new Promise((resolve) => {
      const waiting: Waiting = {
        ofAddress,
        ofAll,
        settle(may) {
          clearTimeout(end);
          line.splice(line.indexOf(waiting), 1);
          resolve(may);
        },
      };
      const end = setTimeout(() => waiting.settle(false), WAIT_MS);
      line.push(waiting);
    });
  }

  return {
    async take(address, ofAddress, ofAll) {
      const mayPass = lines.size === 0 || ofAll === 0;
      const may = mayPass ? tryNow(address, ofAddress, ofAll) : undefined;
      return may ?? (each.has(address, ofAddress) && (await wait(address, ofAddress, ofAll)));
    },
  };
}
