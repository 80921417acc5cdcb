import { LruMap } from "../runtime/lru-map.ts";

/** Serves accounts in turn, so that one with many items does not hold up the others. */
export interface FairOrder {
  /** Sorts by account: never served first, then least recently served. */
  sort<Owned extends { readonly account_id: string }>(items: readonly Owned[]): Owned[];
  /** Records that an item of the account is served now. */
  served(accountId: string): void;
}

/** Accounts remembered. Older ones count as never served. */
const REMEMBERED = 10_000;

export function createFairOrder(): FairOrder {
  /** When each account was last served, as a running count. */
  const lastServed = new LruMap<string, number>(REMEMBERED);
  let count = 0;
  return {
    sort(items) {
      const servedAt = (item: { account_id: string }) => lastServed.get(item.account_id) ?? 0;
      return items.toSorted((one, other) => servedAt(one) - servedAt(other));
    },
    served(accountId) {
      count += 1;
      lastServed.set(accountId, count);
    },
  };
}
