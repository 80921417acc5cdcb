import { html } from "lit";
import type { TemplateResult } from "lit";
import type { TableView } from "./table/view.ts";

/** Renders the connection state by colour and shape; the label includes its age. */
export function connectionLight({ connection, ageMs, words }: TableView): TemplateResult {
  const isLate = connection === "stale" || connection === "offline";
  const label = isLate
    ? `${words.connections[connection]}, ${words.ageSeconds(Math.round(ageMs / 1000))}`
    : words.connections[connection];
  return html`<span class="link ${connection}" part="link" title=${label}
    ><span class="visually-hidden">${label}</span></span
  >`;
}
