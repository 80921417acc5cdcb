import { html, svg } from "lit";
import type { TemplateResult } from "lit";
import type { Side } from "../games/contract.ts";
import { TIE_COLOUR } from "../round/mark.ts";
import { currentBoard } from "./roads/current-board.ts";
import { tallyPlaces, tally } from "./roads/tally.ts";
import { boardMarks } from "./scoreboard/board-marks.ts";
import { disc, sideOrder, sideName } from "./side.ts";
import type { TableView } from "./table/view.ts";

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
  const hasPairs = view.game.hasPairs;
  const heads = [scores.count, scores.share, scores.current, scores.longest];
  return figures(view, hasPairs ? [...heads, scores.pairs] : heads, ({ colour }) => {
    const { count, share, currentStreak, longestStreak, pairs } = tally(marks, colour);
    const pairCount = colour === TIE_COLOUR ? "–" : format(pairs);
    const streaks = [format(currentStreak), format(longestStreak)];
    const values = [format(count), percent(lang, share), ...streaks];
    return { share, values: hasPairs ? [...values, pairCount] : values };
  });
}

function winnerStatistics(view: TableView): TemplateResult {
  const { scores, lang } = view.words;
  const { format } = new Intl.NumberFormat(lang);
  const winners = currentBoard(view.results).map((entry) => view.game.winner(entry));
  return figures(view, [scores.count, scores.share], ({ id }) => {
    const count = winners.filter((winner) => winner === id).length;
    const share = count / Math.max(1, winners.length);
    return { share, values: [format(count), percent(lang, share)] };
  });
}

function rankingStatistics(view: TableView): TemplateResult {
  const { scores, lang } = view.words;
  const rankings = currentBoard(view.results).map((entry) => sideOrder(view, entry));
  const { format } = new Intl.NumberFormat(lang);
  const heads = [scores.wins, scores.share, scores.podiums];
  return figures(view, heads, ({ id }) => {
    const { wins, winShare, podiums } = tallyPlaces(rankings, id);
    return { share: winShare, values: [format(wins), percent(lang, winShare), format(podiums)] };
  });
}

/** Renders each side's share in a bar, and its figures in a table below. */
function figures(
  view: TableView,
  heads: readonly string[],
  figuresOf: (side: Side) => { share: number; values: readonly string[] },
): TemplateResult {
  const { scores } = view.words;
  const sides = view.game.sides.map((side) => ({ side, ...figuresOf(side) }));
  let from = 0;
  const parts = sides.map(({ side, share }) => {
    const width = share * 100;
    from += width;
    return svg`<rect data-colour=${side.colour} x=${(from - width).toFixed(2)} width=${width.toFixed(2)} height="1"></rect>`;
  });
  return html`<svg class="shares" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      ${parts}
    </svg>
    <table class="statistics" part="statistics">
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
        ${sides.map(
          ({ side, values }) =>
            html`<tr>
              <th scope="row">${disc(view, side)} ${sideName(view, side)}</th>
              ${values.map((value) => html`<td>${value}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function percent(lang: string, share: number): string {
  return new Intl.NumberFormat(lang, { style: "percent" }).format(share);
}
