import { contrastFills } from "../look/palette.ts";
import { motion, space, type } from "../look/tokens.ts";

/**
 * The styles of roads, statistics and history; part of the hud's style sheet.
 *
 * `--cell` is the side of a cell of the bead plate; all heights depend on it. A wide table shows bead
 * plate and big road at full height and the derived roads at half of it, as players know them. A phone
 * held upright has three rows. In the sheet the roads are larger, with their names above.
 */
export const roadsStyles = `
.roads {
  --cell: max(15px, round(down, min(3.1cqh, 2.06cqw), 1px));
  --road-red: #ec5a62; --road-blue: #5b95f2; --road-green: #45c286; --grid: #ffffff14;
  container: roads / inline-size;
}
:host([theme="light"]) .roads { --road-red: #b8363f; --road-blue: #2b62b8; --road-green: #137044; --grid: #00000014; }
:host([theme="contrast"]) .roads { --road-red: ${contrastFills.red}; --road-blue: ${contrastFills.blue}; --road-green: ${contrastFills.green}; --grid: #ffffff38; }
.roads [data-colour="red"] { --mark: var(--road-red); --fill: #b8363f; }
.roads [data-colour="blue"] { --mark: var(--road-blue); --fill: #2b62b8; }
.roads [data-colour="green"] { --mark: var(--road-green); --fill: #20754c; }
.road-board { display: grid; grid-template-columns: auto minmax(0, 1fr) repeat(2, calc(7.6 * var(--cell))); gap: 4px 8px; padding: 5px 10px; }
.road-board:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.road { --step: var(--cell); position: relative; min-width: 0; }
/* Only the sheet shows names: on the table they would cover marks. */
.road-name { display: none; }
/* The picture starts at the left while it fits; then its oldest columns are cut off. */
.road-box { position: relative; width: round(down, 100%, var(--step)); display: flex; flex-direction: row-reverse; height: calc(6 * var(--step)); overflow: hidden; border-radius: 3px; box-shadow: inset 0 0 0 1px var(--line); }
.road-box svg { flex: none; height: 100%; margin-right: auto; overflow: visible; }
/* A pixel more than its columns, which may be fractions: rounding down must not take one of them away. */
.bead-plate { grid-row: 1 / 3; width: calc(12 * var(--step) + 1px); }
.big-road { grid-row: 1 / 3; }
.derived { display: contents; }
.derived .road { --step: calc(.5 * var(--cell) - 2px / 6); }
.ask { display: flex; flex-flow: row wrap; align-content: center; justify-content: space-between; gap: ${space.tight} 2px; }
.ask-title { width: 100%; font-size: ${type.note}; line-height: 1.2; color: var(--ink-soft); white-space: nowrap; }
.hint { display: flex; align-items: center; gap: ${space.tight}; }
.hint svg { width: calc(2.5 * var(--cell)); height: calc(.7 * var(--cell)); flex: none; }
.hint .chip { width: calc(.95 * var(--cell)); height: calc(.95 * var(--cell)); font-size: calc(.62 * var(--cell)); }
.road :is(path, rect), .hint path { fill: none; stroke-width: 1.6; }
.road .grid { stroke: var(--grid); stroke-width: 1px; vector-effect: non-scaling-stroke; }
.newest rect { fill: var(--accent); fill-opacity: .28; stroke: var(--accent); stroke-width: 1px; vector-effect: non-scaling-stroke; }
.road .bead-dot { stroke: var(--fill); stroke-width: 8.8; stroke-linecap: round; }
.roads :is(.ring, .slash, .tie) { stroke: var(--mark); stroke-width: 1.8; stroke-linecap: round; }
.roads .dot { stroke: var(--mark); stroke-width: 7.6; stroke-linecap: round; }
.roads .no-mark { stroke: var(--ink-soft); stroke-width: 1; }
.road .suited { stroke: #ffd76a; stroke-width: 1.1; }
.road .gem { stroke-width: 3.2; stroke-linecap: round; }
.road .pair { fill: var(--mark); stroke: #fff; stroke-width: .6; }
.road text { font: 700 6.2px var(--font); fill: #fff; text-anchor: middle; }
.table:lang(zh) .bead-plate text { font-size: 7px; }
.road .ties { font-size: 6px; fill: var(--ink); stroke: var(--night); stroke-width: 1.6px; paint-order: stroke; }
/* While a round is played the past is dimmed, but not what was just added. */
:host(:not([theme="contrast"])) .table:is([data-phase="revealing"], [data-phase="result"]) > .roads { --past: .5; }
:host([theme="light"]) .table:is([data-phase="revealing"], [data-phase="result"]) > .roads { --past: .7; }
.road-box svg > *, .hint svg { opacity: var(--past, 1); }
.table[data-phase="result"] .newest { opacity: 1; }
@media (prefers-reduced-motion: no-preference) {
  .table:not([data-calm]) .road-box svg > * { transition: opacity ${motion.fadeMs}ms; }
  .table:not([data-calm])[data-phase="result"] > .roads .newest { transform-box: fill-box; transform-origin: center; animation: mark ${motion.markMs}ms ${motion.settle}; }
}
@keyframes mark { from { transform: scale(2); opacity: 0; } }
/* Here the two colours of the roads also differ in shape: blue is dashed, or square. */
:host([theme="contrast"]) .road text { fill: #000; } :host([theme="contrast"]) .road .ties { fill: #fff; }
:host([theme="contrast"]) .roads [data-colour="blue"]:is(.ring, .slash) { stroke-dasharray: 8.94 3; stroke-linecap: butt; }
:host([theme="contrast"]) .roads .slash[data-colour="blue"] { stroke-dasharray: 2.2 1.4; }
:host([theme="contrast"]) .roads .dot[data-colour="blue"] { stroke-linecap: square; stroke-width: 6; }
.chip { display: inline-grid; vertical-align: middle; place-items: center; flex: none; width: 20px; height: 20px; border-radius: 50%; background: var(--fill); color: var(--on-fill); font-size: ${type.note}; line-height: 1; font-weight: 700; }
/* A phone held upright: bead plate and hints, the big road, the derived roads side by side. */
@container roads (max-width: 639px) {
  .roads > .road-board { --cell: min((100cqw - 32px) / 18, (42cqh - 42px) / 12.6); grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 5px 6px; padding: 6px 10px; }
  .bead-plate { grid-row: 1; grid-column: span 2; width: auto; }
  .big-road { --step: calc(.66 * var(--cell)); grid-row: 2; grid-column: span 3; }
  .derived .road { --step: calc(.42 * var(--cell)); grid-row: 3; }
  .ask { grid-area: 1 / 3; flex-direction: column; flex-wrap: nowrap; justify-content: center; gap: ${space.even}; }
  .hint { gap: ${space.even}; } .hint svg { width: calc(3.4 * var(--cell)); height: var(--cell); }
}
.sheet .roads { --cell: calc((100cqw - 20px) / 31); display: block; height: auto; border: 0; }
.sheet .road-board { grid-template-columns: auto minmax(0, 1fr); gap: 8px; padding: 0; }
.sheet .road-name { display: block; font-size: ${type.note}; line-height: 16px; color: var(--ink-soft); white-space: nowrap; }
.sheet .road { grid-row: auto; }
.sheet .derived { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); grid-column: span 2; gap: ${space.even}; }
.sheet .derived .road { --step: calc(.56 * var(--cell)); }
.sheet .ask { grid-area: 3 / 1 / auto / span 2; flex-flow: row; justify-content: flex-start; align-items: center; gap: ${space.wide}; }
.sheet .ask-title { width: auto; }
@container roads (max-width: 639px) {
  /* A little less than a twelfth: rounded up, twelve of them would not fit. */
  .sheet .road-board { --cell: calc((100cqw - .1px) / 12); display: flex; flex-direction: column; }
  .sheet .derived { display: contents; }
  .sheet .bead-plate { width: auto; }
  .sheet .big-road { --step: calc(100cqw / 20); }
  .sheet .derived .road { --step: calc(100cqw / 28); }
  .sheet .ask { flex-wrap: wrap; gap: ${space.even} ${space.wide}; } .sheet .ask-title { width: 100%; }
  .sheet .hint svg { width: 72px; height: 20px; } .sheet .hint .chip { width: 22px; height: 22px; font-size: ${type.label}; }
}
.podiums { display: none; grid-row: 3; padding: ${space.snug} ${space.roomy} ${space.roomy}; border-top: 1px solid var(--line); }
.podiums h3 { display: block; padding-bottom: ${space.tight}; }
.podiums :is(ol ol, .places) { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: ${space.snug}; padding: ${space.tight} 0; }
.podiums ol ol li { display: flex; align-items: center; gap: ${space.snug}; font-size: ${type.label}; white-space: nowrap; overflow: hidden; }
.podiums ol ol li:first-child { font-weight: 700; }
.places span { width: 20px; border-bottom: 2px solid #c9982b; font-size: ${type.note}; line-height: 1.2; font-weight: 700; text-align: center; color: var(--ink-soft); }
.places span:nth-child(2) { border-color: #98a3ab; } .places span:nth-child(3) { border-color: #b87a45; }
@container (max-width: 359px) { .podiums ol ol li { gap: ${space.tight}; font-size: ${type.fine}; } }
.statistics, .history { width: 100%; max-width: 640px; }
:is(.statistics, .history) :is(th, td) { padding: ${space.snug} ${space.even} ${space.snug} 0; text-align: left; }
:is(.statistics, .history) thead th { font-size: ${type.note}; color: var(--ink-soft); vertical-align: bottom; }
.statistics tr > :not(:first-child) { text-align: right; padding-right: 0; }
.statistics td { font-weight: 650; }
:is(.statistics th, .won) .chip { margin-right: ${space.snug}; }
.rankings { margin-top: ${space.roomy}; display: grid; gap: ${space.snug}; }
.last-rankings { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: ${space.snug} ${space.wide}; }
.ranking { display: flex; gap: ${space.tight}; }
.ranking .chip:first-child { border-radius: 5px; }
.hands { list-style: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(138px, 1fr)); gap: ${space.tight} ${space.roomy}; }
.won { white-space: nowrap; }
.shares { display: block; width: 100%; max-width: 640px; height: 8px; margin-bottom: ${space.even}; border-radius: 4px; }
.shares rect { fill: var(--fill); }
.hands li { display: flex; align-items: center; gap: ${space.snug}; white-space: nowrap; }
.red-suit { color: #ff7f84; }
:host([theme="light"]) .red-suit { color: #b3202c; }
`;
