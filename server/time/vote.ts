import type { Offset } from "./offset.ts";

/** Clocks that disagree by more than this cannot both be right, in ms. */
export const TOLERATED_MS = 1_000;

/** Where a clock stands, between two ms. */
export type Span = Pick<Offset, "leastMs" | "mostMs">;

/** The clocks that all servers on a store see. */
export interface Ballot {
  readonly own: Span;
  readonly database?: Span | undefined;
  readonly peers: readonly Span[];
}

export interface Outcome {
  /** Whether this machine's clock is among those that agree. */
  readonly passes: boolean;
  /** Whether the database's is. */
  readonly hasDatabase: boolean;
  /** The other servers' clocks that are. */
  readonly peers: readonly Span[];
}

/** The database's clock counts twice, so that it decides between two servers. */
const DATABASE_VOTES = 2;

/**
 * Finds the largest set of clocks that agree (Marzullo's algorithm, each clock being allowed half of
 * what is tolerated). Between sets of one size the database's wins; without it nobody does, and a
 * machine's clock passes only if it is in all of them.
 */
export function vote({ own, database, peers }: Ballot): Outcome {
  const clocks = [
    { span: own, votes: 1 },
    ...peers.map((span) => ({ span, votes: 1 })),
    ...(database === undefined ? [] : [{ span: database, votes: DATABASE_VOTES }]),
  ];
  const sets = clocks.map(({ span }) => {
    // A set that agrees as far as it can begins where one of its clocks does.
    const fromMs = span.leastMs - TOLERATED_MS / 2;
    return clocks.filter(
      (clock) =>
        clock.span.leastMs - TOLERATED_MS / 2 <= fromMs &&
        clock.span.mostMs + TOLERATED_MS / 2 >= fromMs,
    );
  });
  const votesOf = (set: typeof clocks) => set.reduce((sum, { votes }) => sum + votes, 0);
  const has = (set: typeof clocks, span: Span | undefined) =>
    set.some((clock) => clock.span === span);
  const most = Math.max(...sets.map(votesOf));
  const largest = sets.filter((set) => votesOf(set) === most);
  const withDatabase = largest.filter((set) => has(set, database));
  const winners = withDatabase.length > 0 ? withDatabase : largest;
  const [winner = clocks] = winners;
  return {
    passes: winners.every((set) => has(set, own)),
    hasDatabase: has(winner, database),
    peers: peers.filter((peer) => has(winner, peer)),
  };
}
