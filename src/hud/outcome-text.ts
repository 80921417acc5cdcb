import { html } from "lit";
import type { TemplateResult } from "lit";
import { isConfirmed } from "../round/clock.ts";
import type { TableView } from "../table/view.ts";
import { winnerInWords } from "./side.ts";

/**
 * What the canvas shows, in words, for those who do not see it: told once the result stands, so that
 * nobody hears a card before it is turned. Polite: it waits for what is being read. Where no renderer
 * is to be had it is all there is, and stands in the picture's place.
 */
export function mirror(view: TableView): TemplateResult {
  return html`<p class=${view.hasPicture ? "hidden" : "poster"} part="mirror" role="status">
    ${outcomeInWords(view)}
  </p>`;
}

function outcomeInWords(view: TableView): string {
  const { state, game, words } = view;
  if (state === null || !isConfirmed(state.phase)) {
    return "";
  }
  const name = (id: string) => words.games[game.slug]?.sides[id] ?? id;
  const won = winnerInWords(view, state);
  const summary = game.board.summary(state);
  if ("ranking" in summary) {
    const places = summary.ranking.map((id, place) => `${place + 1} ${name(id)}`);
    return [won, ...places].join(", ");
  }
  const hands = summary.hands.map(({ side, cards, total }) => {
    const dealt = cards.map((card) => words.card(card)).join(", ");
    return `${name(side)}: ${dealt}${total === null ? "" : ` = ${total}`}`;
  });
  return [won, ...hands].join(". ");
}
