import { html } from "lit";
import type { TemplateResult } from "lit";
import type { TableView } from "../table/view.ts";

/** The rules of the game, and the exact odds of each outcome. */
export function rules(view: TableView): TemplateResult {
  const { game, words } = view;
  const own = words.games[game.slug];
  const percent = new Intl.NumberFormat(words.lang, {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return html`<div class="rules">
    <ul>
      ${own?.rules.map((rule) => html`<li>${rule}</li>`)}
    </ul>
    <table>
      <caption>
        ${words.oddsCaption}
      </caption>
      <tbody>
        ${game.odds.map(
          ({ id, chance }) =>
            html`<tr>
              <th scope="row">${own?.odds[id] ?? id}</th>
              <td>${percent.format(chance)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="fair">${words.independence}</p>
  </div>`;
}
