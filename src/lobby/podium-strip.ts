import { html } from "lit";
import type { TemplateResult } from "lit";
import { sideLetter, sideName } from "../hud/side.ts";
import type { TableView } from "../table/view.ts";
import { RACES } from "./shown-rounds.ts";

const PLACES = 3;

/**
 * The podiums of the last races, a column each. As on a road the newest one is on the right; if there is no
 * room, the oldest are cut off.
 */
export function podiumStrip(view: TableView): TemplateResult {
  const { board } = view.game;
  return html`<ol class="podium-strip" reversed aria-label=${view.words.lastResults}>
    ${view.results.slice(0, RACES).map((entry) => {
      const summary = board.summary(entry);
      const first = "ranking" in summary ? summary.ranking.slice(0, PLACES) : [];
      return html`<li title="${view.words.round} ${entry.round}">
        ${first.map((id) => place(view, id))}
      </li>`;
    })}
  </ol>`;
}

function place(view: TableView, id: string): TemplateResult {
  const side = view.game.board.sides.find((candidate) => candidate.id === id);
  return html`<span class="chip" data-colour=${side?.colour ?? ""}
    ><span aria-hidden="true">${side && sideLetter(view, side)}</span
    ><span class="hidden">${side === undefined ? id : sideName(view, side)} </span></span
  >`;
}
