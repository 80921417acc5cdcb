export const toolbarStyles = `
.toolbar { display: flex; align-items: center; }
.tool, .tab, .prove { font: inherit; color: inherit; background: none; border: 0; min-width: 44px; min-height: 44px; cursor: pointer; border-radius: 8px; }
.tool { display: grid; place-items: center; flex: none; width: 44px; }
.tool:hover, .prove:hover { box-shadow: inset 0 0 0 1px var(--ink-soft); }
.tool[aria-pressed="true"] { color: var(--accent); }
:is(.tool, .tab, .sheet-page, .table, .prove):focus-visible { outline: 2px solid var(--accent); outline-offset: -3px; }
.icon { width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
@container (max-width: 899px) { .bar [data-action="calm"] { display: none; } }
`;
