import { space, type } from "../look/tokens.ts";
import { roadMarkStyles } from "./road-mark-styles.ts";

/**
 * The styles of roads and podiums; part of the hud's style sheet.
 *
 * `--cell` is the side of a cell of the bead plate; all heights depend on it. A wide table shows bead
 * plate and big road at full height and the derived roads at half of it, as players know them. A phone
 * held upright has three rows.
 */
export const roadsStyles = `
${roadMarkStyles}
.roads {
  --cell: max(15px, round(down, min(3.1cqh, 2.06cqw), 1px));
  container: roads / inline-size;
}
.road-board { display: grid; grid-template-columns: auto minmax(0, 1fr) repeat(2, calc(7.5 * var(--cell))); gap: 4px 8px; padding: 5px 10px; }
.road-board:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.road { --step: var(--cell); position: relative; min-width: 0; }
/* Only the sheet shows names: on the table they would cover marks. */
.road-name { display: none; }
/* A pixel more than its columns, which may be fractions: rounding down must not take one of them away. */
.bead-plate { grid-row: 1 / 3; width: calc(12 * var(--step) + 1px); }
.big-road { grid-row: 1 / 3; }
.derived { display: contents; }
.derived .road { --step: calc(.5 * var(--cell) - 2px / 6); }
.ask { display: flex; flex-flow: row wrap; align-content: center; justify-content: space-between; gap: ${space.tight} 2px; }
.ask-title { width: 100%; font-size: max(${type.note}, .5 * var(--cell)); line-height: 1.2; color: var(--ink-soft); white-space: nowrap; }
.hint { display: flex; align-items: center; gap: ${space.tight}; }
.hint svg { width: calc(2.5 * var(--cell)); height: calc(.7 * var(--cell)); flex: none; }
.hint .chip { width: calc(.95 * var(--cell)); height: calc(.95 * var(--cell)); font-size: calc(.62 * var(--cell)); }
.roads .dot { stroke: var(--mark); stroke-width: 7.6; stroke-linecap: round; }
.roads .no-mark { stroke: var(--ink-soft); stroke-width: 1; }
.table:lang(zh) .bead-plate text { font-size: 7px; }
:host([theme="contrast"]) .roads .slash[data-colour="blue"] { stroke-dasharray: 2.2 1.4; }
:host([theme="contrast"]) .roads .dot[data-colour="blue"] { stroke-linecap: square; stroke-width: 6; }
/* A phone held upright: bead plate and hints, the big road, the derived roads side by side. */
@container roads (max-width: 639px) {
  .roads > .road-board { --cell: min((100cqw - 32px) / 18, (42cqh - 42px) / 12.6); grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 5px 6px; padding: 6px 10px; }
  .bead-plate { grid-row: 1; grid-column: span 2; width: auto; }
  .big-road { --step: calc(.66 * var(--cell)); grid-row: 2; grid-column: span 3; }
  .derived .road { --step: calc(.42 * var(--cell)); grid-row: 3; }
  .ask { grid-area: 1 / 3; flex-direction: column; flex-wrap: nowrap; justify-content: center; gap: ${space.even}; }
  .hint { gap: ${space.even}; } .hint svg { width: calc(3.4 * var(--cell)); height: var(--cell); }
}
.podiums { display: none; grid-row: 3; padding: ${space.snug} ${space.roomy} ${space.roomy}; border-top: 1px solid var(--line); }
.podiums h3 { display: block; padding-bottom: ${space.tight}; }
.podiums :is(ol ol, .places) { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: ${space.snug}; padding: ${space.tight} 0; }
.podiums ol ol li { display: flex; align-items: center; gap: ${space.snug}; font-size: ${type.label}; white-space: nowrap; overflow: hidden; }
.podiums ol ol li:first-child { font-weight: 700; }
.places span { width: 20px; border-bottom: 2px solid #c9982b; font-size: ${type.note}; line-height: 1.2; font-weight: 700; text-align: center; color: var(--ink-soft); }
.places span:nth-child(2) { border-color: #98a3ab; } .places span:nth-child(3) { border-color: #b87a45; }
@container (max-width: 359px) {
  .podiums { padding-inline: ${space.even}; } .podiums :is(ol ol, .places) { gap: ${space.tight}; }
  .podiums ol ol li { gap: ${space.tight}; font-size: ${type.fine}; } .podiums .chip { width: 16px; height: 16px; font-size: ${type.fine}; }
}
.bead, .bead-plate svg, .podiums > ol > li { cursor: pointer; }
`;
