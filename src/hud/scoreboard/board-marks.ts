import type { Side } from "../../games/contract.ts";
import type { Mark } from "../../round/mark.ts";
import { currentBoard } from "../roads/current-board.ts";
import type { TableView } from "../table/view.ts";

/** The current board's marks, oldest first; none for a game without roads. */
export function boardMarks(view: TableView): Mark[] {
  return currentBoard(view.results)
    .map((entry) => view.game.mark(entry))
    .filter((mark) => mark !== null);
}

/** Throws a RangeError if the game has no such side. */
export function sideOfColour(view: TableView, colour: Mark["colour"]): Side {
  const side = view.game.sides.find((candidate) => candidate.colour === colour);
  if (side === undefined) {
    throw new RangeError(`${view.game.slug} has no ${colour} side.`);
  }
  return side;
}
