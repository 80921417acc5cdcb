import { html, nothing, svg } from "lit";
import type { TemplateResult } from "lit";
import { palette, sideColours } from "../look/palette.ts";
import { pipsOf } from "../look/pips.ts";
import { suitInk, suitPaths } from "../look/suits.ts";
import { TYPEFACE } from "../look/typefaces.ts";
import type { Card, Suit } from "../round/cards.ts";

/** Cards are 100 wide and 140 high; so are their measures in `components/stage/paint/card-face.ts`. */
export const cardStyle = `
.card{
width:var(--w);
height:calc(var(--w)*1.4);
border-radius:calc(var(--w)*.075);
background:linear-gradient(160deg,#fff,${palette.paper} 50%,#e2dbcb);
box-shadow:0 2px 8px #0009;
font:700 34px ${TYPEFACE.index};
text-anchor:middle;
}
.back{box-sizing:border-box;background:color-mix(in srgb,var(--back),#000 10%);border:calc(var(--w)*.055) solid ${palette.paper};outline:1px solid ${palette.gold};outline-offset:calc(var(--w)*-.09)}
.won{box-shadow:0 0 1em 2px #ffe3a0,0 0 5em 1.4em #ffd36b60}
.lost{filter:sepia(.32) brightness(.76);margin-top:calc(var(--w)*.055)}
`;

/** A card; `lies` says how it lies: where, and whether it has won or lost. */
export function card({ value, suit }: Card, lies: string): TemplateResult {
  const name = `suit-${suit}`;
  const index = `index-${value}${suit}`;
  const isCourt = value === "J" || value === "Q" || value === "K";
  return html`<svg class="card ${lies}" viewBox="0 0 100 140" fill=${suitInk(suit)}>
    <defs><path id=${name} d=${suitPaths[suit]} /></defs>
    ${isCourt ? court(suit) : nothing}
    ${pipsOf(value).map(({ x, y, size }) => {
      const scale = y > 0.5 ? `${size} -${size}` : size;
      return svg`<use href="#${name}" transform="translate(${x * 100} ${y * 140}) scale(${scale})" />`;
    })}
    <g id=${index}>
      <text x="12.2" y="31">${value}</text>
      <use href="#${name}" transform="translate(12.2 46) scale(.128)" />
    </g>
    <use href="#${index}" transform="rotate(180 50 70)" />
  </svg>`;
}

/** Somebody with a crown, twice: who it is, and what is carried, only the canvas draws. */
function court(suit: Suit): TemplateResult<2> {
  const cloth = suitInk(suit) === palette.suitRed ? palette.suitRed : sideColours.blue.fill;
  return svg`<path d="M17 57H25.5V5.5H83V83H74.5V134.5H17Z" fill="#fdf3da" stroke=${cloth} />
    <g id="court-${suit}">
      <path d="M17 60Q32 47 55 47T83 50V55L17 85Z" fill=${cloth} />
      <circle cx="55" cy="34" r="12" fill="#fbe6cf" />
      <path d="M42 24L40 9L48 15L55 6L62 15L70 9L68 24Z" fill="#e9b949" />
    </g>
    <use href="#court-${suit}" transform="rotate(180 50 70)" />
    <path d="M17 85L83 55" stroke="#e9b949" stroke-width="3" />`;
}

/** A card that nobody knows yet. */
export const cardBack = (lies: string): TemplateResult => html`<i class="card back ${lies}"></i>`;
