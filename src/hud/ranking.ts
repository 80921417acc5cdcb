import { html } from "lit";
import type { TemplateResult } from "lit";
import { sideLetter, sideName, sideOf } from "./side.ts";
import type { TableView } from "./table/view.ts";

/** A finishing order: a bead for each side, from first place to last. */
export function ranking(view: TableView, ids: readonly string[]): TemplateResult {
  const sides = ids.map((id) => sideOf(view, id));
  return html`<ol class="ranking">
    ${sides.map(
      (side) =>
        html`<li class="chip" data-colour=${side.colour} title=${sideName(view, side)}>
          <span aria-hidden="true">${sideLetter(view, side)}</span
          ><span class="hidden">${sideName(view, side)}</span>
        </li>`,
    )}
  </ol>`;
}
