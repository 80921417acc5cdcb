/** Accounts in turn: what one of them has named, however much, lets each other go first once. */
export interface Turns {
  /** Sorted by account: who never had a turn comes first, then who had the last one longest ago. */
  inTurn<Owned extends { readonly account_id: string }>(items: readonly Owned[]): Owned[];
  /** Notes that it is the account's turn now. */
  take(accountId: string): void;
}

/** More than are ever served at a time; of others it is forgotten that they had a turn. */
const REMEMBERED = 10_000;

export function createTurns(): Turns {
  /** When each account had its last turn, counted in turns; the longest ago first. */
  const lastTurns = new Map<string, number>();
  let turns = 0;
  return {
    inTurn(items) {
      const lastTurn = (item: { account_id: string }) => lastTurns.get(item.account_id) ?? 0;
      return items.toSorted((one, other) => lastTurn(one) - lastTurn(other));
    },
    take(accountId) {
      turns += 1;
      // Taken out first, so that the map stays in the order of the turns.
      lastTurns.delete(accountId);
      lastTurns.set(accountId, turns);
      const [longestAgo] = lastTurns.keys();
      if (lastTurns.size > REMEMBERED && longestAgo !== undefined) {
        lastTurns.delete(longestAgo);
      }
    },
  };
}
