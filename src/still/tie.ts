import { html, svg } from "lit";
import type { TemplateResult } from "lit";
import { faint } from "./colour.ts";

export const tieStyle = `
.tie{left:50%;top:var(--tie)}
svg.tie{width:var(--across);height:var(--down);overflow:visible;fill:${faint("var(--side)", "30%")};stroke:${faint("var(--accent)", "75%")};stroke-width:1.5px}
svg.tie path{vector-effect:non-scaling-stroke}
`;

/** The place of the tie, a diamond, with its name. */
export const tie = (word = ""): TemplateResult =>
  html`<svg class="tie green" viewBox="0 0 100 100" preserveAspectRatio="none">
      ${svg`<path d="M50 0L100 50L50 100L0 50Z" />`}</svg
    ><b class="name tie green">${word}</b>`;
