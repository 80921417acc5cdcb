import { stillOf } from "../../server/pages/still-of.ts";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";

/** The games whose table the server draws. A game need not have a still. */
export async function gamesWithStill(): Promise<readonly Game[]> {
  const found = await Promise.all(
    games.map(async (game) => ((await stillOf(game)) === null ? [] : [game])),
  );
  return found.flat();
}
