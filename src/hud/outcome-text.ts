import { html } from "lit";
import type { TemplateResult } from "lit";
import { isConfirmed } from "../round/phases.ts";
import { winnerInWords } from "./side.ts";
import type { TableView } from "./table/view.ts";

/**
 * Renders the outcome as text for screen readers. It is empty until the result is confirmed, so that no screen reader
 * announces a card before it is turned. If the table cannot be drawn, this text replaces the picture.
 */
export function outcomeText(view: TableView): TemplateResult {
  return html`<p
    class=${view.hasPicture ? "visually-hidden" : "poster"}
    part="mirror"
    role="status"
  >
    ${outcomeInWords(view)}
  </p>`;
}

/** A state's outcome as text; empty until its result is confirmed. */
export function outcomeInWords(view: Pick<TableView, "state" | "game" | "words">): string {
  const { state, game, words } = view;
  if (state === null || !isConfirmed(state.phase)) {
    return "";
  }
  const name = (id: string) => words.games[game.slug]?.sides[id] ?? id;
  const won = winnerInWords(view, state);
  const summary = game.summary(state);
  if ("ranking" in summary) {
    const places = summary.ranking.map((id, place) => `${place + 1} ${name(id)}`);
    return [won, ...places].join(", ");
  }
  if ("text" in summary) {
    return [won, summary.text].join(". ");
  }
  const hands = summary.hands.map(({ side, cards, total }) => {
    const dealt = cards.map((card) => words.card(card)).join(", ");
    return `${name(side)}: ${dealt}${total === null ? "" : ` = ${total}`}`;
  });
  return [won, ...hands].join(". ");
}
