import type { Game } from "../../games/contract.ts";
import { BOARD_ROUNDS } from "../roads/board.ts";

/** More races than fit in the widest tile. They weigh the most of what the page carries. */
export const RACES = 26;

/** How many finished rounds of a game the lobby shows at most. */
export function shownRounds({ board }: Game): number {
  return board.hasPlaces ? RACES : BOARD_ROUNDS;
}
