import { isWhole } from "./bet.ts";
import { SettleError } from "./error.ts";
import { requireGame, requireMarket } from "./games.ts";
import type { Market, MarketGame, Prize } from "./market.ts";

/**
 * An operator's payouts that differ from the defaults: `{game: {market: {event: prize}}}`. Anything left out pays the
 * default.
 */
export type Paytable = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, Prize>>>>>
>;

/** Maximum of each number in odds, so that all products stay below 2^53. */
const MAX_TERM = 1_000_000;
/** Maximum odds, to 1. */
const MAX_ODDS = 1_000;

/** The payout for a market event under an operator's paytable. Throws `bad-paytable` for any error in the table. */
export function prizeOf(
  paytable: Paytable,
  game: MarketGame,
  market: Market,
  event: string | null,
): Prize {
  checkPaytable(paytable);
  if (event === null) {
    return "lost";
  }
  const override = paytable[game.slug]?.[market.id]?.[event];
  return override ?? market.events[event]?.prize ?? "lost";
}

/** Throws `bad-paytable` for an unknown game, market or event, or an invalid payout. */
export function checkPaytable(paytable: Paytable): void {
  for (const [slug, markets] of readEntries(paytable, "The paytable")) {
    const game = requireKnown(() => requireGame(slug));
    for (const [id, events] of readEntries(markets, slug)) {
      const market = requireKnown(() => requireMarket(game, id));
      for (const [event, prize] of readEntries(events, `${slug} ${id}`)) {
        if (!Object.hasOwn(market.events, event)) {
          const known = Object.keys(market.events).join(", ");
          throw fault(`${slug} ${id} has no event "${event}". Use one of: ${known}.`);
        }
        if (!isPrize(prize)) {
          throw fault(
            `${slug} ${id} ${event} must pay odds such as [19, 20], "push", "half" or "lost".`,
          );
        }
      }
    }
  }
}

function isPrize(prize: unknown): prize is Prize {
  if (!Array.isArray(prize)) {
    return prize === "push" || prize === "half" || prize === "lost";
  }
  const [wins, per] = prize as number[];
  return prize.length === 2 && isTerm(wins) && isTerm(per) && wins <= MAX_ODDS * per;
}

function isTerm(value: unknown): value is number {
  return isWhole(value) && value <= MAX_TERM;
}

function readEntries(table: unknown, what: string): [string, unknown][] {
  if (typeof table !== "object" || table === null || Array.isArray(table)) {
    throw fault(`${what} must be an object.`);
  }
  return Object.entries(table);
}

function requireKnown<T>(find: () => T): T {
  try {
    return find();
  } catch (error) {
    throw fault((error as Error).message);
  }
}

function fault(message: string): SettleError {
  return new SettleError("bad-paytable", message);
}

/** An exact fraction, not reduced. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * The share of the stakes that a market returns in the long run, before rounding. The house edge is one minus this.
 * Throws like `settle` for unknown games and markets.
 */
export function returnToPlayer(game: string, market: string, paytable: Paytable = {}): Fraction {
  const foundGame = requireGame(game);
  const foundMarket = requireMarket(foundGame, market);
  let sum: Fraction = { numerator: 0n, denominator: 1n };
  for (const [event, { deals }] of Object.entries(foundMarket.events)) {
    const { numerator, denominator } = returnOf(prizeOf(paytable, foundGame, foundMarket, event));
    sum = {
      numerator: sum.numerator * denominator + BigInt(deals) * numerator * sum.denominator,
      denominator: sum.denominator * denominator,
    };
  }
  return { numerator: sum.numerator, denominator: sum.denominator * BigInt(foundGame.deals) };
}

/** The return on a stake of one unit. */
function returnOf(prize: Prize): Fraction {
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
