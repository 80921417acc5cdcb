import { html, svg } from "lit";
import type { TemplateResult } from "lit";
import type { Side } from "../games/contract.ts";
import { boardMarks } from "./marks.ts";
import { currentBoard } from "./roads/board.ts";
import { tallyPlaces, tally } from "./roads/statistics.ts";
import { ranking } from "./short-outcome.ts";
import { chip, sideOrder, sideName } from "./side.ts";
import type { TableView } from "./table/view.ts";

/** The number of finishing orders listed below the statistics of a race. */
const LAST_RANKINGS = 10;

/** Renders the statistics of the current board. */
export function statistics(view: TableView): TemplateResult {
  const { game } = view;
  if (game.hasPlaces) {
    return rankingStatistics(view);
  }
  return game.roads.length > 0 ? sideStatistics(view) : winnerStatistics(view);
}

function sideStatistics(view: TableView): TemplateResult {
  const { scores, lang } = view.words;
  const marks = boardMarks(view);
  const { format } = new Intl.NumberFormat(lang);
  // A game with one card per hand has no pairs.
  const hasPairs = view.game.hasPairs === true;
  const heads = [scores.count, scores.share, scores.current, scores.longest];
  const rows = view.game.sides.map((side) => {
    const { count, share, currentStreak, longestStreak, pairs } = tally(marks, side.colour);
    return row(view, side, [
      format(count),
      percent(lang, share),
      format(currentStreak),
      format(longestStreak),
      ...(hasPairs ? [side.colour === "green" ? "–" : format(pairs)] : []),
    ]);
  });
  if (hasPairs) {
    heads.push(scores.pairs);
  }
  const shares = view.game.sides.map(({ colour }) => tally(marks, colour).share);
  return html`${shareBar(view, shares)}${figuresTable(view, heads, rows)}`;
}

function winnerStatistics(view: TableView): TemplateResult {
  const { scores, lang } = view.words;
  const { game } = view;
  const winners = currentBoard(view.results).map((entry) => game.winner(entry));
  const counts = game.sides.map(({ id }) => winners.filter((winner) => winner === id).length);
  const shares = counts.map((count) => count / Math.max(1, winners.length));
  const rows = game.sides.map((side, i) =>
    row(view, side, [
      new Intl.NumberFormat(lang).format(counts[i] ?? 0),
      percent(lang, shares[i] ?? 0),
    ]),
  );
  return html`${shareBar(view, shares)}${figuresTable(view, [scores.count, scores.share], rows)}`;
}

function rankingStatistics(view: TableView): TemplateResult {
  const { scores, lang } = view.words;
  const { game } = view;
  const rankings = currentBoard(view.results).map((entry) => sideOrder(view, entry));
  const { format } = new Intl.NumberFormat(lang);
  const rows = game.sides.map((side) => {
    const { wins, winShare, podiums } = tallyPlaces(rankings, side.id);
    return row(view, side, [format(wins), percent(lang, winShare), format(podiums)]);
  });
  const shares = game.sides.map(({ id }) => tallyPlaces(rankings, id).winShare);
  return html`${shareBar(view, shares)}${figuresTable(view, [scores.wins, scores.share, scores.podiums], rows)}
    <section class="rankings">
      <h3>${scores.lastRankings}</h3>
      <ol class="last-rankings">
        ${rankings
          .slice(-LAST_RANKINGS)
          .toReversed()
          .map((ids) => html`<li>${ranking(view, ids)}</li>`)}
      </ol>
    </section>`;
}

/** Renders the shares of the sides as a bar; the table below has the numbers. */
function shareBar(view: TableView, shares: readonly number[]): TemplateResult {
  let from = 0;
  const parts = view.game.sides.map(({ colour }, index) => {
    const width = (shares[index] ?? 0) * 100;
    from += width;
    return svg`<rect data-colour=${colour} x=${(from - width).toFixed(2)} width=${width.toFixed(2)} height="1"></rect>`;
  });
  return html`<svg class="shares" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    ${parts}
  </svg>`;
}

function figuresTable(view: TableView, heads: readonly string[], rows: readonly TemplateResult[]) {
  const { scores } = view.words;
  return html`<table class="statistics" part="statistics">
    <caption>
      ${scores.results(currentBoard(view.results).length)}
    </caption>
    <thead>
      <tr>
        <th scope="col">${scores.side}</th>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function row(view: TableView, side: Side, values: readonly string[]): TemplateResult {
  return html`<tr>
    <th scope="row">${chip(view, side)} ${sideName(view, side)}</th>
    ${values.map((value) => html`<td>${value}</td>`)}
  </tr>`;
}

function percent(lang: string, share: number): string {
  return new Intl.NumberFormat(lang, { style: "percent" }).format(share);
}
