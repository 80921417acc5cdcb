import { space, type } from "../../src/look/tokens.ts";

/** A table that was opened, with the way back above it. */
export const openTableStyles = `
.opened { display: grid; grid-template-rows: auto minmax(0, 1fr); height: 100cqh; font: 400 ${type.body}/1.3 var(--font); }
.back { display: flex; align-items: center; gap: ${space.snug}; min-height: 36px; padding: 0 ${space.roomy}; border: 0; background: var(--night); color: var(--ink); font: 600 ${type.small}/1.3 var(--font); text-align: start; cursor: pointer; }
.back::before { content: ""; width: 9px; height: 9px; margin: 0 2px 0 ${space.tight}; border: solid var(--accent); border-width: 0 0 2px 2px; rotate: 45deg; }
.back:hover { color: var(--accent); }
.back:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
game-table { height: 100%; aspect-ratio: auto; min-height: 0; --accent: inherit; --felt: inherit; --night: inherit; --ink: inherit; --font: inherit; --radius: 0px; }
.none { padding: ${space.roomy}; color: var(--ink); font: 400 ${type.body}/1.3 var(--font); }
@container (max-height: 299px) { .back { min-height: 28px; } }
`;
