import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { TableView } from "../table/view.ts";

/**
 * Says that a table is one of a sandbox, so that nobody takes its rounds for real. The word is for
 * developers, and the same in every language.
 */
export function sandboxMark({ isSandbox }: TableView): TemplateResult | typeof nothing {
  return isSandbox === true ? html`<p class="sandbox" lang="en">Sandbox</p>` : nothing;
}

/** A plate in the corner where no scene deals, and stripes along the whole upper edge of the table. */
export const sandboxMarkStyles = `
.sandbox {
  grid-row: 2;
  grid-column: 1;
  place-self: start;
  z-index: 1;
  padding: 0 .6em;
  color: #000;
  background: #ffb000;
  font-size: clamp(11px, 2.2cqw, 16px);
  font-weight: 800;
  letter-spacing: .12em;
  line-height: 1.6;
  text-transform: uppercase;
}
.sandbox::before {
  content: "";
  position: absolute;
  inset: 0 0 auto;
  height: 4px;
  background: repeating-linear-gradient(-45deg, #ffb000 0 10px, #000 10px 20px);
}
`;
