import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { history } from "./history.ts";
import { icon } from "./icon.ts";
import { roadBoard } from "./scoreboard/road-board.ts";
import { statistics } from "./statistics.ts";
import { SHEET_PAGES } from "./table/controls.ts";
import type { SheetPage } from "./table/controls.ts";
import type { TableView } from "./table/view.ts";
import { toolbar } from "./toolbar.ts";

const pages: Readonly<Record<SheetPage, (view: TableView) => TemplateResult | typeof nothing>> = {
  roads: roadBoard,
  statistics,
  history,
  rules: rulesPage,
};

/** Renders the panel that viewers open over the table, with tabs for roads, statistics, history and rules. */
export function sheet(view: TableView): TemplateResult | typeof nothing {
  const { controls, words } = view;
  if (controls.openSheet === null || controls.openSheet === "proof") {
    return nothing;
  }
  const names = SHEET_PAGES.filter((name) => name !== "roads" || view.game.roads.length > 0);
  const page = names.find((name) => name === controls.openSheet) ?? "history";
  return html`<div class="sheet" part="sheet" role="dialog" aria-label=${words.controls.sheet}>
    <div class="sheet-bar">
      <div class="tabs" role="tablist" aria-label=${words.controls.sheet}>
        ${names.map(
          (name) =>
            html`<button
              type="button"
              class="tab"
              role="tab"
              id="tab-${name}"
              data-action="sheet-${name}"
              aria-selected=${name === page ? "true" : "false"}
              aria-controls="sheet-page"
              tabindex=${name === page ? 0 : -1}
            >
              ${words.sheets[name]}
            </button>`,
        )}
      </div>
      <button type="button" class="tool" data-action="close" title="${words.controls.close} (Esc)">
        ${icon("close")}<span class="visually-hidden">${words.controls.close}</span>
      </button>
    </div>
    <div
      class="sheet-page"
      id="sheet-page"
      role="tabpanel"
      aria-labelledby="tab-${page}"
      tabindex="0"
    >
      ${pages[page](view)}
    </div>
    ${toolbar(view)}
  </div>`;
}

function rulesPage(view: TableView): TemplateResult {
  const { game, words } = view;
  const gameWords = words.games[game.slug];
  const percent = new Intl.NumberFormat(words.lang, {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return html`<div class="rules">
    <ul>
      ${gameWords?.rules.map((rule) => html`<li>${rule}</li>`)}
    </ul>
    <table>
      <caption>
        ${words.oddsCaption}
      </caption>
      <tbody>
        ${game.odds.map(
          ({ id, chance }) =>
            html`<tr>
              <th scope="row">${gameWords?.odds[id] ?? id}</th>
              <td>${percent.format(chance)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="fair">${words.independence}</p>
  </div>`;
}
