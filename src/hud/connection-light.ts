import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { TableView } from "../table/view.ts";

/** The light of the connection, by colour and shape; its label says how old the state is. The seal is a ring around it. */
export function connectionLight({ connection, ageMs, seal, words }: TableView): TemplateResult {
  const isLate = connection === "stale" || connection === "offline";
  const label = [
    isLate
      ? `${words.connections[connection]}, ${words.ageSeconds(Math.round(ageMs / 1000))}`
      : words.connections[connection],
    ...(seal === undefined ? [] : [seal.label]),
  ].join(". ");
  return html`<span
    class="link ${connection}"
    part="link"
    title=${label}
    data-seal=${seal?.state ?? nothing}
    ><span class="hidden">${label}</span></span
  >`;
}
