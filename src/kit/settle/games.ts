import { baccarat } from "./baccarat.ts";
import { bigsixball } from "./bigsixball.ts";
import { dragontiger } from "./dragontiger.ts";
import { SettleError } from "./error.ts";
import type { Market, MarketGame } from "./market.ts";

/** The games whose bets can be settled. */
export const games: readonly MarketGame[] = [dragontiger, baccarat, bigsixball];

/** A game by its slug. Throws `unknown-game`. */
export function requireGame(slug: unknown): MarketGame {
  const game = games.find((known) => known.slug === slug);
  if (game === undefined) {
    throw new SettleError(
      "unknown-game",
      `${JSON.stringify(slug)} is not a game. Use one of: ${games.map((known) => known.slug).join(", ")}.`,
    );
  }
  return game;
}

/** A game's market by its id. Throws `unknown-market`. */
export function requireMarket(game: MarketGame, id: unknown): Market {
  const market = game.markets.find((known) => known.id === id);
  if (market === undefined) {
    throw new SettleError(
      "unknown-market",
      `${game.slug} has no market ${JSON.stringify(id)}. Use one of: ${game.markets.map((known) => known.id).join(", ")}.`,
    );
  }
  return market;
}
