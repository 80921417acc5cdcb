import { html, svg } from "lit";
import type { TemplateResult } from "lit";
import type { Side } from "../games/contract.ts";
import { sideColours } from "../look/palette.ts";
import { typeface } from "../look/tokens.ts";
import { mixed } from "./colour.ts";

/** The six patterns, in a ball 100 wide: `components/stage/paint/ball-face.ts`. */
const PATTERNS = [
  "",
  "M0 33H100V67H0Z",
  "M0 50H100V100H0Z",
  "M0 40H40V0H60V40H100V60H60V100H40V60H0Z",
  "M0 0H50V100H100V50H0Z",
  "M88 50h0M69 83h0M31 83h0M12 50h0M31 17h0M69 17h0",
] as const;

export const ballStyle = `
.ball{border-radius:50%;box-shadow:0 .2em .4em #0009;font:800 40px ${typeface};text-anchor:middle}
.ball path{stroke-linecap:round}
.shade{width:0;height:0}
`;

/** The ball of a side, the nth of them, and where it lies as a class. */
export function ball(side: Side, nth: number, lies = ""): TemplateResult {
  const { fill } = sideColours[side.colour];
  const pale = mixed(fill, "#fff6e4", "78%");
  const dots = nth % PATTERNS.length === PATTERNS.length - 1;
  return html`<svg class="ball ${lies}" viewBox="0 0 100 100">
    ${svg`<circle cx="50" cy="50" r="50" fill=${fill} />
      <path d=${PATTERNS[nth % PATTERNS.length] ?? ""} fill=${pale} stroke=${pale} stroke-width=${dots ? 17 : 0} />
      <circle cx="50" cy="50" r="27" fill="#fffaf0" /><text x="50" y="64" fill="#16181c">${side.letter}</text>
      <circle cx="50" cy="50" r="50" fill="url(#shade)" />`}
  </svg>`;
}

/** The lamp on all balls, which is defined once. */
export const ballShade: TemplateResult = html`<svg class="shade">
  ${svg`<radialGradient id="shade" cx=".47" cy=".44" r=".58" fx=".39" fy=".25">
    <stop stop-color="#fff" stop-opacity=".42" /><stop offset=".3" stop-color="#fff" stop-opacity=".05" />
    <stop offset=".56" stop-opacity=".11" /><stop offset="1" stop-opacity=".62" /></radialGradient>`}
</svg>`;
