import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { TableView } from "../table/view.ts";
import { sideLetter, sideName } from "./side.ts";

/** How many rounds are shown, and how many places of each. */
const ROUNDS = 5;
const PLACES = 3;

/** The first three of the last races, latest first; nothing for a game with roads. */
export function podiums(view: TableView): TemplateResult | typeof nothing {
  const { board } = view.game;
  if (!board.hasPlaces) {
    return nothing;
  }
  return html`<section class="podiums" part="podiums">
    <h3>${view.words.lastResults}</h3>
    <div class="places" aria-hidden="true">
      ${Array.from({ length: PLACES }, (_, i) => html`<span>${i + 1}</span>`)}
    </div>
    <ol>
      ${view.results.slice(0, ROUNDS).map((entry) => {
        const summary = board.summary(entry);
        const first = "ranking" in summary ? summary.ranking.slice(0, PLACES) : [];
        return html`<li>
          <ol title="${view.words.round} ${entry.round}">
            ${first.map((id) => place(view, id))}
          </ol>
        </li>`;
      })}
    </ol>
  </section>`;
}

function place(view: TableView, id: string): TemplateResult | typeof nothing {
  const side = view.game.board.sides.find((candidate) => candidate.id === id);
  return side === undefined
    ? nothing
    : html`<li>
        <span class="chip" data-colour=${side.colour} aria-hidden="true"
          >${sideLetter(view, side)}</span
        >${sideName(view, side)}
      </li>`;
}
