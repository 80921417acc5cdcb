import { space, type } from "../look/tokens.ts";

/** The styles of the buttons and of the sheet; part of the hud's style sheet. */
export const sheetStyles = `
.toolbar { display: flex; align-items: center; }
.tool, .tab, .prove { font: inherit; color: inherit; background: none; border: 0; min-width: 44px; min-height: 44px; cursor: pointer; border-radius: 8px; }
.tool { display: grid; place-items: center; flex: none; width: 44px; }
.tool:hover, .prove:hover { box-shadow: inset 0 0 0 1px var(--ink-soft); }
.tab:hover { text-decoration: underline; text-underline-offset: 5px; }
.tool[aria-pressed="true"] { color: var(--accent); }
:is(.tool, .tab, .sheet-page, .table, .prove):focus-visible { outline: 2px solid var(--accent); outline-offset: -3px; }
.icon { width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.sheet { position: absolute; inset: 0; display: grid; grid-template-rows: auto minmax(0, 1fr) auto; background: var(--night); z-index: 2; }
.sheet-bar { display: flex; justify-content: space-between; border-bottom: 1px solid var(--line); padding: 0 ${space.tight}; }
.tabs { display: flex; overflow-x: auto; scrollbar-width: none; }
.tab { padding: 0 ${space.roomy}; white-space: nowrap; border-radius: 0; }
.tab[aria-selected="true"] { color: var(--accent); box-shadow: inset 0 -3px var(--accent); }
.sheet-page { overflow: auto; padding: ${space.roomy}; }
.sheet .toolbar { justify-content: flex-end; border-top: 1px solid var(--line); }
.sheet [data-act="sheet"], .bar [data-act="ticks"] { display: none; }
.rules { max-width: 62ch; display: grid; gap: ${space.roomy}; }
.rules ul { padding-left: ${space.wide}; display: grid; gap: ${space.tight}; }
.rules td { text-align: right; font-weight: 650; }
.rules :is(th, td) { padding: ${space.tight} 0; }
.fair { color: var(--ink-soft); font-size: ${type.label}; }
`;
