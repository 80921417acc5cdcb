import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { TableView } from "../table/view.ts";
import { banner } from "./banner.ts";
import { bar } from "./bar.ts";
import { strip } from "./last-results.ts";
import { mirror } from "./outcome-text.ts";
import { podiums } from "./podiums.ts";
import { roads } from "./roads.ts";
import { sheet } from "./sheet.ts";

/**
 * All that is read on a table, around the box that the scene is drawn in. The server renders it to
 * text for the first paint, `<game-table>` renders it live: the same function, so they agree.
 *
 * The scoreboards are drawn anew only when there is a new result, not with every second.
 *
 * @param over what lies over the table besides its sheet: only a browser has that.
 */
export function table(view: TableView, over: unknown = nothing): TemplateResult {
  const name = view.words.games[view.game.slug]?.name ?? view.game.slug;
  return html`<section
    class="table"
    lang=${view.words.lang}
    aria-label=${name}
    data-phase=${view.state?.phase ?? "none"}
    ?data-calm=${view.controls.calm}
    tabindex="0"
  >
    ${bar(view)}
    <div class="stage" part="stage"></div>
    ${banner(view)}${mirror(view)}
    ${guard([view.results, view.words], () => [roads(view), podiums(view), strip(view)])}${sheet(view)}${over}
  </section>`;
}
