import { space, type } from "../../look/tokens.ts";
import { BEAD_COLUMNS } from "../roads/bead-plate.ts";

/**
 * The sheet's styles: its roads, which are larger than those on the table and have names, its statistics, history and
 * rules. The first paint does not need them, because the sheet is closed.
 */
export const sheetStyles = `
.tab:hover { text-decoration: underline; text-underline-offset: 5px; }
.sheet { position: absolute; inset: 0; display: grid; grid-template-rows: auto minmax(0, 1fr) auto; background: var(--night); z-index: 2; }
.sheet-bar { display: flex; justify-content: space-between; border-bottom: 1px solid var(--line); padding: 0 ${space.tight}; }
.tabs { display: flex; overflow-x: auto; scrollbar-width: none; }
.tab { padding: 0 ${space.roomy}; white-space: nowrap; border-radius: 0; }
.tab[aria-selected="true"] { color: var(--accent); box-shadow: inset 0 -3px var(--accent); }
.sheet-page { overflow: auto; padding: ${space.roomy}; }
.sheet .toolbar { justify-content: flex-end; border-top: 1px solid var(--line); }
.sheet [data-action="sheet"] { display: none; }
.rules { max-width: 62ch; display: grid; gap: ${space.roomy}; }
.rules ul { padding-left: ${space.wide}; display: grid; gap: ${space.tight}; }
.rules td { text-align: right; font-weight: 650; }
.rules :is(th, td) { padding: ${space.tight} 0; }
.fair { color: var(--ink-soft); font-size: ${type.label}; }
.sheet .roads { --cell: calc((100cqw - 20px) / ${BEAD_COLUMNS + 19}); display: block; height: auto; border: 0; }
.sheet .road-board { grid-template-columns: auto minmax(0, 1fr); gap: 8px; padding: 0; }
.sheet .road-name { display: block; font-size: ${type.note}; line-height: 16px; color: var(--ink-soft); white-space: nowrap; }
.sheet .road { grid-row: auto; }
.sheet .derived { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); grid-column: span 2; gap: ${space.even}; }
.sheet .derived .road { --step: calc(.56 * var(--cell)); }
.sheet .ask { grid-area: 3 / 1 / auto / span 2; flex-flow: row; justify-content: flex-start; align-items: center; gap: ${space.wide}; }
.sheet .ask-title { width: auto; }
@container roads (max-width: 639px) {
  /* Slightly less than its share, so that all cells fit despite rounding. */
  .sheet .road-board { --cell: calc((100cqw - .1px) / ${BEAD_COLUMNS}); display: flex; flex-direction: column; }
  .sheet .derived { display: contents; }
  .sheet .bead-plate { width: auto; }
  .sheet .big-road { --step: calc(100cqw / 20); }
  .sheet .derived .road { --step: calc(100cqw / 28); }
  .sheet .ask { flex-wrap: wrap; gap: ${space.even} ${space.wide}; } .sheet .ask-title { width: 100%; }
  .sheet .hint svg { width: 72px; height: 20px; } .sheet .hint .disc { width: 22px; height: 22px; font-size: ${type.label}; }
}
.statistics, .history { width: 100%; max-width: 640px; }
.history a { display: block; color: inherit; line-height: 24px; text-underline-offset: 3px; }
:is(.statistics, .history) :is(th, td) { padding: ${space.snug} ${space.even} ${space.snug} 0; text-align: left; }
:is(.statistics, .history) thead th { font-size: ${type.note}; color: var(--ink-soft); vertical-align: bottom; }
.statistics tr > :not(:first-child) { text-align: right; padding-right: 0; }
.statistics td { font-weight: 650; }
:is(.statistics th, .won) .disc { margin-right: ${space.snug}; }
.ranking { display: flex; gap: ${space.tight}; }
.ranking .disc:first-child { border-radius: 5px; }
.hands { list-style: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(138px, 1fr)); gap: ${space.tight} ${space.roomy}; }
.won { white-space: nowrap; }
.shares { display: block; width: 100%; max-width: 640px; height: 8px; margin-bottom: ${space.even}; border-radius: 4px; }
.shares rect { fill: var(--fill); }
.hands li { display: flex; align-items: center; gap: ${space.snug}; white-space: nowrap; }
.red-suit { color: var(--red-suit); }
`;
