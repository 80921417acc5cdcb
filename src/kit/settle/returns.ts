import { findGame, findMarket } from "./games.ts";
import type { Prize } from "./market.ts";
import { prizeOf } from "./paytable.ts";
import type { Paytable } from "./paytable.ts";

/** An exact fraction, not reduced. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * What a market returns of the stakes in the long run, before rounding. The edge is one minus
 * this. Throws like `settle` for what does not exist.
 */
export function returnToPlayer(game: string, market: string, paytable: Paytable = {}): Fraction {
  const found = findGame(game);
  const sold = findMarket(found, market);
  let sum: Fraction = { numerator: 0n, denominator: 1n };
  for (const [event, { deals }] of Object.entries(sold.events)) {
    const { numerator, denominator } = worth(prizeOf(paytable, found, sold, event));
    sum = {
      numerator: sum.numerator * denominator + BigInt(deals) * numerator * sum.denominator,
      denominator: sum.denominator * denominator,
    };
  }
  return { numerator: sum.numerator, denominator: sum.denominator * BigInt(found.deals) };
}

/** What a prize returns of one unit staked. */
function worth(prize: Prize): Fraction {
  switch (prize) {
    case "lost":
      return { numerator: 0n, denominator: 1n };
    case "push":
      return { numerator: 1n, denominator: 1n };
    case "half":
      return { numerator: 1n, denominator: 2n };
    default:
      return { numerator: BigInt(prize[0] + prize[1]), denominator: BigInt(prize[1]) };
  }
}
