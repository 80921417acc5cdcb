import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Game } from "../../games/contract.ts";
import type { LobbyWords } from "../../i18n/words.ts";
import { isClosed } from "../../wire/connection.ts";
import { score } from "../banner.ts";
import { connectionLight } from "../connection-light.ts";
import { countdown } from "../countdown.ts";
import { phaseInWords } from "../phase-in-words.ts";
import { revealedView } from "../revealed-view.ts";
import { BOARD_ROUNDS, currentBoard } from "../roads/current-board.ts";
import { goodRoad } from "../roads/good-roads.ts";
import { lengthOfEnd } from "../roads/streaks.ts";
import { sandboxMark } from "../sandbox-mark.ts";
import { boardMarks, sideOfColour } from "../scoreboard/board-marks.ts";
import { bigRoadView } from "../scoreboard/result-roads.ts";
import {
  disc,
  sideOrder,
  sideLetter,
  sideName,
  sideById,
  winnerInWords,
  winningSide,
} from "../side.ts";
import type { TableView } from "../table/view.ts";

/** Maximum number of races per tile, more than fit in the widest tile. They are the largest part of the page's data. */
const RACES = 26;

/** Maximum number of finished rounds in a game's tile. */
export function tileRounds(game: Game): number {
  return game.hasPlaces ? RACES : BOARD_ROUNDS;
}

const PODIUM = 3;
/** Minimum lengths of runs for a badge; two wins in a row occur every sixth race. */
const MIN_WINS = 2;
const MIN_PODIUMS = 4;

/**
 * A side's current run of wins, or of finishes in the first three, in consecutive rounds; null if it is too short. Wins
 * come before podiums; between equally long runs, the better-placed side's counts.
 *
 * @param rankings the ids of the sides from first to last, oldest race first
 */
function placeRun(rankings: readonly (readonly string[])[]) {
  const [winner, ...others] = rankings.at(-1)?.slice(0, PODIUM) ?? [];
  if (winner === undefined) {
    return null;
  }
  const wins = lengthOfEnd(rankings, ([first]) => first === winner);
  if (wins >= MIN_WINS) {
    return { kind: "wins" as const, side: winner, length: wins };
  }
  const podiums = [winner, ...others].map((side) => ({
    kind: "podiums" as const,
    side,
    length: lengthOfEnd(rankings, (ranking) => ranking.slice(0, PODIUM).includes(side)),
  }));
  const longest = podiums.reduce((best, run) => (run.length > best.length ? run : best));
  return longest.length >= MIN_PODIUMS ? longest : null;
}

/** Renders the good road, or a side's run, at the end of a table's board. */
function badge(view: TableView, words: LobbyWords): TemplateResult | typeof nothing {
  const { game } = view;
  const found = game.hasPlaces ? placeRun(rankings(view)) : goodRoad(boardMarks(view));
  if (found === null) {
    return nothing;
  }
  const side = "side" in found ? sideById(view, found.side) : sideOfColour(view, found.colour);
  const text = words.badges[found.kind]
    .replace("{side}", sideName(view, side))
    .replace("#", String(found.length));
  return html`<p class="badge" part="badge" data-colour=${side.colour}>${text}</p>`;
}

/** The last finishing orders of the current board, oldest first. */
function rankings(view: TableView): (readonly string[])[] {
  return currentBoard(view.results.slice(0, RACES)).map((entry) => sideOrder(view, entry));
}

/**
 * Renders the podiums of the last races, one column each. As on a road, the newest is on the right, and the oldest are
 * cut off if there is no room.
 */
function podiumStrip(view: TableView): TemplateResult {
  return html`<ol class="podium-strip" reversed aria-label=${view.words.lastResults}>
    ${view.results.slice(0, RACES).map(
      (entry) =>
        html`<li title="${view.words.round} ${entry.round}">
          ${sideOrder(view, entry)
            .slice(0, PODIUM)
            .map((id) => place(view, id))}
        </li>`,
    )}
  </ol>`;
}

function place(view: TableView, id: string): TemplateResult {
  const side = sideById(view, id);
  return html`<span class="disc" data-colour=${side.colour}
    ><span aria-hidden="true">${sideLetter(view, side)}</span
    ><span class="visually-hidden">${sideName(view, side)} </span></span
  >`;
}

/**
 * Renders a table as a tile: its countdown, name and phase, its last result and its history. The button that opens it
 * covers the whole tile.
 *
 * The history is rendered only when there is a new result, not every second.
 */
function tile(current: TableView, lobby: LobbyWords): TemplateResult {
  const view = revealedView(current);
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
      <span class="visually-hidden">${lobby.open.replace("{game}", name)}</span>
    </button>
    ${countdown(view)}
    <div class="title">
      <h2>${name}</h2>
      <p class="phase" part="status">${phaseInWords(view)}</p>
      ${connection === "live" ? nothing : connectionLight(view)}
    </div>
    ${guard([results, words, lobby], () => [
      html`<div class="facts">${lastResult(view)}${badge(view, lobby)}</div>`,
      past(view),
    ])}
  </li>`;
}

function lastResult(view: TableView): TemplateResult {
  const [entry] = view.results;
  if (entry === undefined) {
    return html`<p class="last none">${view.words.noResults}</p>`;
  }
  return html`<p class="last" part="last">
    ${disc(view, winningSide(view, entry))}
    <span class="won">${winnerInWords(view, entry)}</span> ${score(view, entry)}
  </p>`;
}

/** Renders the big road, or the last podiums of a race; nothing for a game that has neither. */
function past(view: TableView): TemplateResult | typeof nothing {
  const { game } = view;
  if (game.hasPlaces) {
    return html`<div class="past" part="past">${podiumStrip(view)}</div>`;
  }
  return game.roads.includes("big-road")
    ? html`<div class="past roads" part="past">${bigRoadView(view, boardMarks(view))}</div>`
    : nothing;
}

/**
 * Renders all tables as tiles, in their order. The server renders it to text for the first paint, and `<game-lobby>`
 * renders it live. Like a table it is always left to right, regardless of the page's direction.
 */
export function lobby({
  tables,
  words,
}: {
  tables: readonly TableView[];
  words: LobbyWords;
}): TemplateResult {
  return html`<section class="lobby" lang=${words.lang} dir="ltr" aria-label=${words.title}>
    ${tables.slice(0, 1).map(sandboxMark)}
    <ul class="tiles" role="list">
      ${tables.map((view) => tile(view, words))}
    </ul>
    <p class="independence">${words.independence}</p>
  </section>`;
}
