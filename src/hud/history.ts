import { html } from "lit";
import type { TemplateResult } from "lit";
import type { HistoryEntry } from "../wire/responses.ts";
import { replayUrl } from "./replay-url.ts";
import { currentBoard } from "./roads/current-board.ts";
import { shortOutcome } from "./short-outcome.ts";
import { disc, sideName, winningSide } from "./side.ts";
import type { TableView } from "./table/view.ts";

/** Renders the rounds of the current board, latest first, with their outcomes and winners. */
export function history(view: TableView): TemplateResult {
  const { words } = view;
  const rounds = currentBoard(view.results).toReversed();
  if (rounds.length === 0) {
    return html`<p class="none">${words.noResults}</p>`;
  }
  return html`<table class="history" part="history">
    <thead>
      <tr>
        <th scope="col">${words.round}</th>
        <th scope="col">${words.scores.outcome}</th>
        <th scope="col">${words.scores.winner}</th>
      </tr>
    </thead>
    <tbody>
      ${rounds.map((entry) => row(view, entry))}
    </tbody>
  </table>`;
}

function row(view: TableView, entry: HistoryEntry): TemplateResult {
  const winner = winningSide(view, entry);
  return html`<tr>
    <th scope="row" title="${view.words.round} ${entry.round}">${roundLink(view, entry)}</th>
    <td>${shortOutcome(view, entry)}</td>
    <td class="won">${disc(view, winner)} ${sideName(view, winner)}</td>
  </tr>`;
}

function roundLink(view: TableView, { round, daily_round }: HistoryEntry): unknown {
  const text = `#${daily_round}`;
  const url = replayUrl(view, round);
  return url === undefined ? text : html`<a href=${url} target="_blank" rel="noopener">${text}</a>`;
}
