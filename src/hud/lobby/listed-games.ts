import type { Game } from "../../games/contract.ts";
import { findGame, games } from "../../games/index.ts";

/**
 * The games in a list of slugs such as `baccarat, dragontiger`, in its order and without duplicates. Unknown slugs are
 * ignored; if none is left, all games.
 */
export function listedGames(slugs: string): readonly Game[] {
  const named = slugs
    .split(/[\s,]+/)
    .map((slug) => findGame(slug))
    .filter((game) => game !== undefined);
  return named.length === 0 ? games : [...new Set(named)];
}
