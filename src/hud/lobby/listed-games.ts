import type { Game } from "../../games/contract.ts";
import { findGame, games } from "../../games/index.ts";

/**
 * The games that a list of slugs names, in its order and each once: `baccarat, dragontiger`. Unknown ones are
 * left out; all games if none is left.
 */
export function listedGames(slugs: string): readonly Game[] {
  const named = slugs
    .split(/[\s,]+/)
    .map((slug) => findGame(slug))
    .filter((game) => game !== undefined);
  return named.length === 0 ? games : [...new Set(named)];
}
