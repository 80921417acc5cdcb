import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { RoundState } from "../wire/responses.ts";
import { banner } from "./banner.ts";
import { connectionLight } from "./connection-light.ts";
import { countdown } from "./countdown.ts";
import { groupDigits } from "./group-digits.ts";
import { outcomeText } from "./outcome-text.ts";
import { phaseInWords } from "./phase-in-words.ts";
import { revealedView } from "./revealed-view.ts";
import { PODIUM_PLACES } from "./roads/tally.ts";
import { sandboxMark } from "./sandbox-mark.ts";
import { roadBoard } from "./scoreboard/road-board.ts";
import { disc, sideOrder, sideLetter, sideName, sideById, winningSide } from "./side.ts";
import type { TableView } from "./table/view.ts";
import { toolbar } from "./toolbar.ts";

/** Maximum number of finished rounds in the strip; a narrow table shows the latest that fit. */
const MAX_BEADS = 20;

function lastResults(view: TableView): TemplateResult {
  const beads = view.results.slice(0, MAX_BEADS).map((entry) => {
    const side = winningSide(view, entry);
    return html`<li
      class="bead"
      data-colour=${side.colour}
      title="${view.words.round} ${entry.round}: ${sideName(view, side)}"
    >
      <span aria-hidden="true">${sideLetter(view, side)}</span
      ><span class="visually-hidden">${sideName(view, side)}</span>
    </li>`;
  });
  return html`<div class="strip" part="results">
    <h3>${view.words.lastResults}</h3>
    ${
      beads.length === 0
        ? // Without a connection, the table does not know whether there are results.
          html`<p class="none">${view.state === null ? "" : view.words.noResults}</p>`
        : html`<ol>
            ${beads}
          </ol>`
    }
  </div>`;
}

const PODIUM_RACES = 5;

/** Renders the first three of the last races, latest first; nothing for a game with roads. */
function podiums(view: TableView): TemplateResult | typeof nothing {
  if (!view.game.hasPlaces) {
    return nothing;
  }
  return html`<section class="podiums" part="podiums">
    <h3>${view.words.lastResults}</h3>
    <div class="places" aria-hidden="true">
      ${Array.from({ length: PODIUM_PLACES }, (_, i) => html`<span>${i + 1}</span>`)}
    </div>
    <ol>
      ${view.results.slice(0, PODIUM_RACES).map(
        (entry) =>
          html`<li>
            <ol title="${view.words.round} ${entry.round}">
              ${sideOrder(view, entry)
                .slice(0, PODIUM_PLACES)
                .map((id) => sideById(view, id))
                .map((side) => html`<li>${disc(view, side)}${sideName(view, side)}</li>`)}
            </ol>
          </li>`,
      )}
    </ol>
  </section>`;
}

/**
 * Renders everything on a table except the canvas, which goes into `.stage`. The server renders it to text for the
 * first paint and `<game-table>` renders it live, with the same function, so that they agree.
 *
 * `dir` is set because all supported languages are written left to right, while the surrounding page might not be.
 *
 * The HUD never reveals more than the picture has, such as a winner before the replay of a finish.
 *
 * The scoreboards are rendered only when there is a new result, not every second.
 *
 * @param overlay the layers over the table, such as its sheet; only in a browser.
 */
export function table(current: TableView, overlay: unknown = nothing): TemplateResult {
  const view = revealedView(current);
  const name = view.words.games[view.game.slug]?.name ?? view.game.slug;
  return html`<section
    class="table"
    lang=${view.words.lang}
    dir="ltr"
    aria-label=${name}
    data-phase=${current.state?.phase ?? "none"}
    ?data-calm=${view.controls.calm}
    tabindex="0"
  >
    ${sandboxMark(view)}${bar(view)}
    <div class="stage" part="stage"><slot name="still"></slot></div>
    ${banner(view)}${outcomeText(view)}
    ${guard([view.results, view.words], () => [roadBoard(view), podiums(view), lastResults(view)])}${overlay}
  </section>`;
}

export function bar(view: TableView): TemplateResult {
  const { words, state, game } = view;
  return html`<header class="bar">
    <div class="title">
      <h2>${words.games[game.slug]?.name ?? game.slug}</h2>
      <p class="phase" part="status" role="status">${phaseInWords(view)}</p>
    </div>
    ${countdown(view)}
    <div class="bar-end">
      <div class="rounds" part="round">
        ${state === null ? nothing : roundButton(view, state)}${connectionLight(view)}
      </div>
      ${toolbar(view)}
    </div>
  </header>`;
}

function roundButton({ words, timeZone }: TableView, state: RoundState): TemplateResult {
  return html`<button type="button" class="prove" data-action="proof" title=${words.proof}>
    <span class="round"
      ><span>${words.round}</span> <b>${groupDigits(state.round, words.lang)}</b></span
    >
    <span class="daily"
      ><span class="visually-hidden">${words.dailyRound}</span>
      #${groupDigits(state.daily_round, words.lang)}
      <span class="date">${state.date} ${timeZone}</span></span
    >
  </button>`;
}
