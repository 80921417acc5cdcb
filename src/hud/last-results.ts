import { html } from "lit";
import type { TemplateResult } from "lit";
import type { TableView } from "../table/view.ts";
import { sideLetter, sideName, winningSide } from "./side.ts";

/** How many finished rounds are drawn; a narrow table shows the latest that fit. */
const SHOWN = 20;

/** The last results, latest first: a bead for each round, with the winner's letter and colour. */
export function lastResults(view: TableView): TemplateResult {
  const beads = view.results.slice(0, SHOWN).map((entry) => {
    const side = winningSide(view, entry);
    return html`<li
      class="bead"
      data-colour=${side.colour}
      title="${view.words.round} ${entry.round}: ${sideName(view, side)}"
    >
      <span aria-hidden="true">${sideLetter(view, side)}</span
      ><span class="hidden">${sideName(view, side)}</span>
    </li>`;
  });
  return html`<div class="strip" part="results">
    <h3>${view.words.lastResults}</h3>
    ${
      beads.length === 0
        ? html`<p class="none">${view.words.noResults}</p>`
        : html`<ol>
            ${beads}
          </ol>`
    }
  </div>`;
}
