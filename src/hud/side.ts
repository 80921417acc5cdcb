import type { Side } from "../games/contract.ts";
import type { TableView } from "./table/view.ts";

/** The side that won. `outcome` holds a game's fields, confirmed. Throws a RangeError for no side. */
export function winningSide(view: Pick<TableView, "game">, outcome: unknown): Side {
  const id = view.game.board.winner(outcome);
  const side = view.game.board.sides.find((candidate) => candidate.id === id);
  if (side === undefined) {
    throw new RangeError(`${view.game.slug} has no side ${id}.`);
  }
  return side;
}

/** A side's name in the view's language. */
export function sideName(view: Pick<TableView, "game" | "words">, side: Side): string {
  return view.words.games[view.game.slug]?.sides[side.id] ?? side.id;
}

/** The letter on a side's beads: its own, or the sign that the view's language uses. */
export function sideLetter(view: TableView, side: Side): string {
  return view.words.games[view.game.slug]?.letters?.[side.id] ?? side.letter;
}

/** The winner in words: "Banker wins", "Suited tie", "Winner: City". */
export function winnerInWords(view: Pick<TableView, "game" | "words">, outcome: unknown): string {
  const side = winningSide(view, outcome);
  const isSuited = view.game.board.mark(outcome)?.suited === true;
  return isSuited
    ? view.words.scores.suitedTie
    : (view.words.games[view.game.slug]?.won[side.id] ?? sideName(view, side));
}
