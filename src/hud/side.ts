import { html } from "lit";
import type { TemplateResult } from "lit";
import type { Side } from "../games/contract.ts";
import { bannerFor } from "../i18n/game-words.ts";
import type { TableView } from "./table/view.ts";

/** Throws a RangeError if the game has no such side. */
export function sideById({ game }: Pick<TableView, "game">, id: string): Side {
  const side = game.sides.find((candidate) => candidate.id === id);
  if (side === undefined) {
    throw new RangeError(`${game.slug} has no side ${id}.`);
  }
  return side;
}

/** The winning side. `outcome` contains the game's fields from a confirmed result. */
export function winningSide(view: Pick<TableView, "game">, outcome: unknown): Side {
  return sideById(view, view.game.winner(outcome));
}

/** The sides' ids from first place to last; empty for a game without places. */
export function sideOrder({ game }: Pick<TableView, "game">, outcome: unknown): readonly string[] {
  const summary = game.summary(outcome);
  return "ranking" in summary ? summary.ranking : [];
}

export function sideName(view: Pick<TableView, "game" | "words">, side: Side): string {
  return view.words.games[view.game.slug]?.sides[side.id] ?? side.id;
}

/** The letter on a side's beads: its own, or the view language's. */
export function sideLetter(view: TableView, side: Side): string {
  return view.words.games[view.game.slug]?.letters?.[side.id] ?? side.letter;
}

/** Renders a side's letter on its colour; hidden from screen readers, because the name is next to it. */
export function disc(view: TableView, side: Side): TemplateResult {
  return html`<span class="disc" data-colour=${side.colour} aria-hidden="true"
    >${sideLetter(view, side)}</span
  >`;
}

/** The winner as text: "Banker wins", "Suited tie", "Winner: City". */
export function winnerInWords(view: Pick<TableView, "game" | "words">, outcome: unknown): string {
  const side = winningSide(view, outcome);
  if (view.game.mark(outcome)?.suited === true) {
    return view.words.scores.suitedTie;
  }
  const strings = view.words.games[view.game.slug];
  return (strings && bannerFor(strings, side.id)) ?? sideName(view, side);
}
