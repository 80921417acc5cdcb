import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { isConfirmed } from "../round/clock.ts";
import type { TableView } from "../view.ts";
import { sideLetter, winnerInWords, winningSide } from "./side.ts";

/** The totals of the hands in the order of the table; nothing where none are added up. */
function score(view: TableView): TemplateResult | typeof nothing {
  const summary = view.game.board.summary(view.state);
  const totals = "hands" in summary ? summary.hands.map(({ total }) => total) : [];
  return totals.length === 0 || totals.includes(null)
    ? nothing
    : html`<span class="score">${totals.join(" – ")}</span>`;
}

/** Who won, in words, while the result stands. */
export function banner(view: TableView): TemplateResult | typeof nothing {
  if (view.state === null || !isConfirmed(view.state.phase)) {
    return nothing;
  }
  const side = winningSide(view, view.state);
  return html`<p
    class="banner"
    part="banner"
    data-colour=${side.colour}
    data-phase=${view.state.phase}
  >
    <span class="letter" aria-hidden="true">${sideLetter(view, side)}</span>
    ${winnerInWords(view, view.state)} ${score(view)}
  </p>`;
}
