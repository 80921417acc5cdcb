import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { asSeen } from "../hud/as-seen.ts";
import { score } from "../hud/banner.ts";
import { connectionLight } from "../hud/connection-light.ts";
import { countdown } from "../hud/countdown.ts";
import { boardMarks } from "../hud/marks.ts";
import { phaseInWords } from "../hud/phase-in-words.ts";
import { big } from "../hud/result-roads.ts";
import { sideLetter, winnerInWords, winningSide } from "../hud/side.ts";
import type { LobbyWords } from "../i18n/words.ts";
import { isClosed } from "../table/connection.ts";
import type { TableView } from "../table/view.ts";
import { badgeOf } from "./badge.ts";
import { podiumStrip } from "./podium-strip.ts";

/**
 * A table in small: its countdown, name and phase, its last result and what came before. The button that
 * opens it covers all of it.
 *
 * What comes from the history is rendered only when there is a new result, not every second.
 */
export function tile(current: TableView, lobby: LobbyWords): TemplateResult {
  const view = asSeen(current);
  const { game, words, connection, results } = view;
  const name = words.games[game.slug]?.name ?? game.slug;
  return html`<li
    class="tile table"
    part="tile"
    data-phase=${current.state?.phase ?? "none"}
    ?data-closed=${isClosed(connection)}
    ?data-calm=${view.controls.calm}
  >
    <button type="button" class="press" data-game=${game.slug}>
      <span class="hidden">${lobby.open.replace("{game}", name)}</span>
    </button>
    ${countdown(view)}
    <div class="title">
      <h2>${name}</h2>
      <p class="phase" part="status">${phaseInWords(view)}</p>
      ${connection === "live" ? nothing : connectionLight(view)}
    </div>
    ${guard([results, words, lobby], () => [
      html`<div class="facts">${last(view)}${badge(view, lobby)}</div>`,
      past(view),
    ])}
  </li>`;
}

/** The last result: the winner's letter and colour, who won, and by what. */
function last(view: TableView): TemplateResult {
  const [entry] = view.results;
  if (entry === undefined) {
    return html`<p class="last none">${view.words.noResults}</p>`;
  }
  const side = winningSide(view, entry);
  return html`<p class="last" part="last">
    <span class="chip" data-colour=${side.colour} aria-hidden="true"
      >${sideLetter(view, side)}</span
    >
    <span class="won">${winnerInWords(view, entry)}</span> ${score(view, entry)}
  </p>`;
}

function badge(view: TableView, lobby: LobbyWords): TemplateResult | typeof nothing {
  const found = badgeOf(view, lobby);
  return found === null
    ? nothing
    : html`<p class="badge" part="badge" data-colour=${found.colour}>${found.text}</p>`;
}

/** The big road, or the last podiums of a race; nothing for a game that has neither. */
function past(view: TableView): TemplateResult | typeof nothing {
  const { board } = view.game;
  if (board.hasPlaces) {
    return html`<div class="past" part="past">${podiumStrip(view)}</div>`;
  }
  return board.roads.includes("big-road")
    ? html`<div class="past roads" part="past">${big(view, boardMarks(view))}</div>`
    : nothing;
}
