import { html, svg } from "lit";
import type { TemplateResult } from "lit";
import type { ColourToken } from "../look/palette.ts";
import { TYPEFACE } from "../look/typefaces.ts";
import { faint, mixed } from "./colour.ts";
import { registered } from "./lengths.ts";

/** Something that the band of bets passes beneath, in CSS lengths. */
interface Above {
  /** How far from the middle. */
  off: string;
  foot: string;
  /** How high what is piled up on the band there stands out of it. */
  piled?: string;
}

/** A length divided by another: the tangent of an angle. */
const share = (length: string, of: string): string => `tan(atan2(${length},${of}))`;

/**
 * The lengths of the band of bets, as in `components/stage/cards/bet-arc.ts`. `house` is the share of it that
 * the sign of the house has.
 */
export function bandLengths(
  above: readonly Above[],
  { thickest, floor, house }: { thickest: string; floor: string; house: number },
): string {
  const rises = above.map(({ off, foot, piled = "0px" }) => {
    const near = share(off, "var(--half)");
    return `(var(--band) - var(--thick)/2 - ${piled} - ${foot} - 4px)/pow(min(1,${near}),2)`;
  });
  return `--house:${house};
--half:calc(50cqw - var(--rim) - .42*min(30cqh,70px));
--free:calc(${floor} - max(${above.map(({ foot }) => foot).join()}));
--thick:max(6px,min(${thickest},9cqh,var(--free)*.6));
--band:calc(${floor} - var(--thick)/2 - max(0px,var(--free) - 2*var(--thick))*.5);
--bend:${share(`max(2px,min(var(--half)*.3,${rises.join()}))`, "var(--half)")};`;
}

/** The places of the sides, as dashes of circles that are bent around a point far above. */
export const betsStyle = `
${registered(["half", "free", "thick", "band", "radius"])}
${registered(["bend", "turn"], "<number>", "0")}
.cloth{
--radius:calc(var(--half)*(1/var(--bend) + var(--bend))/2);
--turn:calc(2*var(--bend)*(1 - pow(var(--bend),2)/3 + pow(var(--bend),4)/5));
}
.bets{inset:0;width:100%;height:100%}
.bets circle{
--r:var(--radius);
--reach:calc(var(--turn)*var(--r));
--apart:calc(var(--thick)*.22);
--long:calc(var(--reach)*(1 - var(--house)) - var(--apart));
cx:50%;
cy:calc(var(--band) - var(--radius));
r:var(--r);
fill:none;
stroke:${mixed(faint("#000", "50%"), "var(--side)", "45%")};
stroke-width:var(--thick);
stroke-dasharray:var(--long) 9e5px;
stroke-dashoffset:calc(var(--reach) - var(--r)*pi/2);
}
.bets circle:first-child{stroke-dashoffset:calc(var(--long) - var(--reach) - var(--r)*pi/2)}
.bets .line{
--r:calc(var(--radius) - var(--thick)/2);
stroke:${faint("var(--accent)", "45%")};
stroke-width:1.2px;
stroke-dasharray:var(--long) var(--apart) calc(2*var(--reach)*var(--house)) var(--apart) var(--long) 9e5px;
}
.bets .near{--r:calc(var(--radius) + var(--thick)/2)}
`;

/** Words along the band, each in the middle of its place. */
export const betWordsStyle = `
.bet{
--turned:calc(var(--turn)*(1 + var(--house))/2 - ${share("var(--thick)", "var(--radius)")}*.49);
left:50%;
top:var(--band);
translate:-50% -50%;
transform-origin:50% calc(50% - var(--radius));
rotate:calc(var(--outwards)*var(--turned)*-1rad);
font:700 calc(var(--thick)*.52)/1 ${TYPEFACE.display};
letter-spacing:.3em;
text-transform:uppercase;
white-space:nowrap;
color:${mixed("var(--side)", "var(--letters)", "var(--inked)")};
}
`;

/** A word on the place of a side. */
export const betWord = (word: string | undefined, look: string): TemplateResult =>
  html`<b class="bet ${look}">${word}</b>`;

/** The band of bets, in the colours of the sides from left to right. */
export const bets = (left: ColourToken, right: ColourToken): TemplateResult =>
  html`<svg class="bets">
    ${svg`<circle class=${left} /><circle class=${right} /><circle class="line" /><circle class="line near" />`}
  </svg>`;
