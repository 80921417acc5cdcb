import type { Game } from "../../games/contract.ts";
import { BOARD_ROUNDS } from "../roads/board.ts";

/** Maximum number of races per tile, more than fit in the widest one. They are the largest part of the page's data. */
export const RACES = 26;

/** Maximum number of finished rounds of a game that the lobby shows. */
export function shownRounds(game: Game): number {
  return game.hasPlaces ? RACES : BOARD_ROUNDS;
}
