import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { sideLetter, winnerInWords, winningSide } from "./side.ts";
import type { TableView } from "./table/view.ts";

/**
 * Renders the hands' totals in table order, or the cards in a game without totals. `outcome` contains the game's fields
 * from a confirmed result.
 */
export function score(view: TableView, outcome: unknown): TemplateResult | typeof nothing {
  const { game } = view;
  const summary = game.summary(outcome);
  if ("text" in summary) {
    return html`<span class="score">${summary.text}</span>`;
  }
  const hands = "hands" in summary ? summary.hands : [];
  if (hands.length === 0) {
    return nothing;
  }
  const winner = game.winner(outcome);
  const isTie = hands.every(({ side }) => side !== winner);
  return html`<span class="score"
    >${hands.map(
      ({ side, total, cards }, i) =>
        html`${i > 0 ? " – " : nothing}<span
            class=${isTie ? "tied" : side === winner ? "best" : "other"}
            >${total ?? cards.map(({ value }) => value).join(" ")}</span
          >`,
    )}</span
  >`;
}

export function banner(view: TableView): TemplateResult | typeof nothing {
  if (view.state === null || view.state.phase !== "result") {
    return nothing;
  }
  const side = winningSide(view, view.state);
  return html`<p class="banner" part="banner" data-colour=${side.colour}>
    <span class="letter" aria-hidden="true">${sideLetter(view, side)}</span>
    ${winnerInWords(view, view.state)} ${score(view, view.state)}
  </p>`;
}
