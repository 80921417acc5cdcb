import type { Side } from "../games/contract.ts";
import type { TableView } from "../table/view.ts";

/** The side that won a finished round (its game fields, confirmed). */
export function winningSide(view: TableView, outcome: unknown): Side {
  const id = view.game.board.winner(outcome);
  const side = view.game.board.sides.find((candidate) => candidate.id === id);
  if (side === undefined) {
    throw new RangeError(`${view.game.slug} has no side ${id}.`);
  }
  return side;
}

/** What a side is called in the view's language. */
export function sideName(view: TableView, side: Side): string {
  return view.words.games[view.game.slug]?.sides[side.id] ?? side.id;
}

/** What a side's beads say: its own letter, or the sign that players of the view's language know. */
export function sideLetter(view: TableView, side: Side): string {
  return view.words.games[view.game.slug]?.letters?.[side.id] ?? side.letter;
}

/** Who won a finished round, in words: "Banker wins", "Suited tie", "Winner: City". */
export function winnerInWords(view: TableView, outcome: unknown): string {
  const side = winningSide(view, outcome);
  const isSuited = view.game.board.mark(outcome)?.suited === true;
  return isSuited
    ? view.words.scores.suitedTie
    : (view.words.games[view.game.slug]?.won[side.id] ?? sideName(view, side));
}
