import { roadFills } from "../../look/palette.ts";
import { motion, type } from "../../look/tokens.ts";
import { ROWS } from "../roads/place-streaks.ts";

const markRules = Object.entries(roadFills)
  .map(
    ([colour, fill]) =>
      `.roads [data-colour="${colour}"]{--mark:var(--road-${colour});--fill:${fill}}`,
  )
  .join("\n");
const SUITED_RING = "#ffd76a";

/** The styles of road marks, in boxes of any size, and of the sides' discs. */
export const roadMarkStyles = `
${markRules}
/* The picture is aligned left while it fits; otherwise its oldest columns are cut off. */
.road-box {
  position: relative; display: flex; flex-direction: row-reverse; overflow: hidden;
  width: round(down, 100%, var(--step)); height: calc(${ROWS} * var(--step));
  border-radius: 3px; box-shadow: inset 0 0 0 1px var(--line);
}
.road-box svg { flex: none; height: 100%; margin-right: auto; overflow: visible; }
.road :is(path, rect), .hint path { fill: none; stroke-width: 1.6; }
.road .grid { stroke: var(--grid); stroke-width: 1px; vector-effect: non-scaling-stroke; }
.newest rect { fill: var(--accent); fill-opacity: .28; stroke: var(--accent); stroke-width: 1px; vector-effect: non-scaling-stroke; }
.road .bead-dot { stroke: var(--fill); stroke-width: 8.8; stroke-linecap: round; }
.roads :is(.ring, .slash, .tie) { stroke: var(--mark); stroke-width: 1.8; stroke-linecap: round; }
.road .suited { stroke: ${SUITED_RING}; stroke-width: 1.1; }
.road .gem { stroke-width: 3.2; stroke-linecap: round; }
.road .pair { fill: var(--mark); stroke: #fff; stroke-width: .6; }
.road text { font: 700 6.2px var(--font); fill: #fff; text-anchor: middle; }
.road .ties { font-size: 6px; fill: var(--ink); stroke: var(--night); stroke-width: 1.6px; paint-order: stroke; }
/* While a round is played the road is dimmed, except a new mark. */
:host(:not([theme="contrast"])) .table:is([data-phase="revealing"], [data-phase="result"]) > .roads { --past: .8; }
.road-box svg > *, .hint svg { opacity: var(--past, 1); }
.table[data-phase="result"] .newest { opacity: 1; }
@media (prefers-reduced-motion: no-preference) {
  .table:not([data-calm]) .road-box svg > * { transition: opacity ${motion.fadeMs}ms; }
  .table:not([data-calm])[data-phase="result"] > .roads .newest { transform-box: fill-box; transform-origin: center; animation: mark ${motion.markMs}ms ${motion.settle}; }
}
@keyframes mark { from { transform: scale(2.4); opacity: 0; } }
/* In this theme the two colours also differ in shape: blue is dashed, or square. */
:host([theme="contrast"]) .road text { fill: #000; }
:host([theme="contrast"]) .road .ties { fill: #fff; }
:host([theme="contrast"]) .roads [data-colour="blue"]:is(.ring, .slash) { stroke-dasharray: 8.94 3; stroke-linecap: butt; }
.disc {
  display: inline-grid; vertical-align: middle; place-items: center; flex: none; width: 20px; height: 20px;
  border-radius: 50%; background: var(--fill); color: var(--on-fill);
  font-size: ${type.note}; line-height: 1; font-weight: 700;
}
`;
