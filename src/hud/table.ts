import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { TableView } from "../table/view.ts";
import { asSeen } from "./as-seen.ts";
import { banner } from "./banner.ts";
import { bar } from "./bar.ts";
import { lastResults } from "./last-results.ts";
import { outcomeText } from "./outcome-text.ts";
import { podiums } from "./podiums.ts";
import { roads } from "./roads.ts";
import { sandboxMark } from "./sandbox-mark.ts";

/**
 * Everything on a table but the canvas, which `.stage` is for. The server renders it to text for the
 * first paint and `<game-table>` renders it live: one function, so that they agree.
 *
 * All of its languages are written from left to right, whatever the page around it is written in.
 *
 * All of it says what the picture has told so far, and no more: no winner before the replay of a finish is over.
 *
 * The scoreboards are rendered only when there is a new result, not every second.
 *
 * @param over what lies over the table, such as its sheet; only a browser has that.
 */
export function table(current: TableView, over: unknown = nothing): TemplateResult {
  const view = asSeen(current);
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
    ${guard([view.results, view.words], () => [roads(view), podiums(view), lastResults(view)])}${over}
  </section>`;
}
