import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { isConfirmed } from "../round/clock.ts";
import type { TableView } from "../view.ts";
import { sideLetter, sideName, winningSide } from "./side.ts";

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
    ${view.words.games[view.game.slug]?.won[side.id] ?? sideName(view, side)}
  </p>`;
}
