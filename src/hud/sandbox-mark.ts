import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { palette } from "../look/palette.ts";
import type { TableView } from "./table/view.ts";

/**
 * Marks a sandbox table, so that its rounds are not mistaken for real ones. The word is for developers, so it is the
 * same in every language.
 */
export function sandboxMark({ isSandbox }: TableView): TemplateResult | typeof nothing {
  return isSandbox === true ? html`<p class="sandbox" lang="en">Sandbox</p>` : nothing;
}

/** The styles for a striped band along the upper edge. The table makes room for it, so that it covers nothing. */
export const sandboxMarkStyles = `
.table:has(.sandbox) { padding-top: 16px; }
.sandbox {
  position: absolute;
  inset: 0 0 auto;
  z-index: 1;
  color: #000;
  background:
    linear-gradient(${palette.caution} 0 0) center / 10em no-repeat,
    repeating-linear-gradient(-45deg, ${palette.caution} 0 10px, #000 10px 20px);
  font-size: 12px;
  font-weight: 800;
  letter-spacing: .2em;
  line-height: 16px;
  text-align: center;
  text-transform: uppercase;
}
`;
