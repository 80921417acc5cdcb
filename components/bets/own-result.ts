/*
 * What the player who looks at a table is told of a round. A sign stands only before the result of all his stakes
 * together: nobody reads "+50" who has lost by the round.
 */

/** A spot, and the player's amount there: his stake, or what he gets, stake included. */
export interface OwnAmount {
  readonly name: string;
  readonly own: number;
}

/** What is told beside one spot. */
export interface Told {
  /**
   * `ahead`: by how much the player is ahead in the round. `net`: the round where he is not; `unpaid` where he gets
   * nothing. `won`: what this spot has won on top of its stake; `back`: what comes back of a stake; `paid`: what is
   * paid on a stake that nobody told.
   */
  readonly kind: "ahead" | "net" | "unpaid" | "won" | "back" | "paid";
  readonly amount: number;
}

/** Sums of fractions are not exact: less than this is nothing. */
const LEAST = 1e-6;
const exact = (amount: number) => Math.round(amount / LEAST) * LEAST;
const sumOf = (amounts: readonly OwnAmount[]) => amounts.reduce((sum, { own }) => sum + own, 0);
const largest = (amounts: readonly OwnAmount[]) =>
  amounts.toSorted((one, other) => other.own - one.own)[0];

/**
 * What is told of stakes once the winners are known, by spot. `wins` names all spots that have won. A round has no
 * result where what a winning spot pays, or what was staked there, is not told.
 */
export function ownResult(
  stakes: readonly OwnAmount[],
  wins: readonly OwnAmount[],
): ReadonlyMap<string, Told> {
  const staked = stakes.filter(({ own }) => own > 0);
  const paid = wins.filter(({ own }) => own > 0);
  const stakeOf = (name: string) => staked.find((stake) => stake.name === name)?.own ?? 0;
  const gainOf = ({ name, own }: OwnAmount) => exact(own - stakeOf(name));
  const told = new Map(
    paid.map((win): [string, Told] => {
      const [stake, gain] = [stakeOf(win.name), gainOf(win)];
      const { own } = win;
      return [
        win.name,
        stake === 0
          ? { kind: "paid", amount: own }
          : gain > 0
            ? { kind: "won", amount: gain }
            : { kind: "back", amount: own },
      ];
    }),
  );
  const isKnown = wins.every(({ name, own }) => own > 0 === stakeOf(name) > 0);
  if (staked.length === 0 || !isKnown) {
    return told;
  }
  const net = exact(sumOf(paid) - sumOf(staked));
  const lost = staked.filter(({ name }) => !told.has(name));
  const best = largest(paid.map((win) => ({ name: win.name, own: gainOf(win) })));
  const worst = largest(lost) ?? largest(staked);
  if (net > 0 && best) {
    told.set(best.name, { kind: "ahead", amount: net });
  } else if (paid.length === 0 && worst) {
    told.set(worst.name, { kind: "unpaid", amount: net });
  } else if (worst && paid.some((win) => gainOf(win) !== 0 || lost.length > 0)) {
    // Where every stake just comes back, that says it all.
    told.set(worst.name, { kind: "net", amount: net });
  }
  return told;
}
