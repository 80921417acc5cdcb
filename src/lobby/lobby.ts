import { html } from "lit";
import type { TemplateResult } from "lit";
import { sandboxMark } from "../hud/sandbox-mark.ts";
import type { LobbyWords } from "../i18n/words.ts";
import type { TableView } from "../table/view.ts";
import { tile } from "./tile.ts";

/**
 * All tables in small. The server renders it to text for the first paint and `<game-lobby>` renders it live.
 * Like a table it is written from left to right, whatever the page around it is.
 */
export function lobby({ tables, words }: LobbyView): TemplateResult {
  return html`<section class="lobby" lang=${words.lang} dir="ltr" aria-label=${words.title}>
    ${tables.slice(0, 1).map(sandboxMark)}
    <ul class="tiles" role="list">
      ${tables.map((view) => tile(view, words))}
    </ul>
    <p class="independence">${words.independence}</p>
  </section>`;
}

/** Everything that a lobby shows at one moment. */
interface LobbyView {
  /** In the order in which they are shown. */
  readonly tables: readonly TableView[];
  readonly words: LobbyWords;
}
