/** Hides the parts that only a live table shows. Separate, so that live tables do not load it. */
export const tableStyles = new CSSStyleSheet();
tableStyles.replaceSync(`
.table:has(> replay-controls) .link { display: none; }
.table:has(> replay-controls) .rounds { padding-right: 0; }
.table > replay-controls { grid-row: 5; }
@container (max-height: 429px) { .table:has(> replay-controls) .strip { display: none; } }
`);

/** The replay controls' styles: a row under the table, and the chapters above the slider if there is room. */
export const controlsStyles = `
* { box-sizing: border-box; margin: 0; padding: 0; }
:host { display: block; min-width: 0; }
.replay { display: grid; grid-template-columns: auto auto minmax(0, 1fr) auto auto auto; align-items: end; padding: 0 4px; border-top: 1px solid var(--line); background: var(--night); }
button { display: grid; place-items: center; min-width: 44px; height: 44px; border: 0; border-radius: 8px; background: none; color: inherit; font: inherit; cursor: pointer; }
button:hover { box-shadow: inset 0 0 0 1px var(--ink-soft); }
:is(button, input):focus-visible { outline: 2px solid var(--accent); outline-offset: -3px; }
svg { width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.play { color: var(--accent); }
.play svg { width: 26px; height: 26px; }
.mark { margin: 0 6px 12px 2px; padding: 2px 8px; border-radius: 4px; background: var(--accent); color: var(--night); font-size: 11px; font-weight: 800; letter-spacing: .1em; line-height: 1.3; text-transform: uppercase; white-space: nowrap; }
.track { display: grid; min-width: 0; }
.chapters { display: flex; gap: 3px; padding: 6px 8px 0; }
.chapter { flex: 1 1 0; min-width: 22%; height: 24px; padding: 0 4px; border-radius: 4px; font-size: 12px; color: var(--ink-soft); }
.chapter span { max-width: 100%; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.chapter[aria-current="true"] { color: var(--ink); box-shadow: inset 0 -2px var(--accent); }
input { --at: 0; width: 100%; height: 44px; margin: 0; appearance: none; cursor: pointer; }
input { background: linear-gradient(var(--ink-soft) 0 0) calc(8px + var(--revealing, 0) * (100% - 16px)) 50% / 2px 12px no-repeat, linear-gradient(var(--ink-soft) 0 0) calc(8px + var(--result, 0) * (100% - 16px)) 50% / 2px 12px no-repeat; }
input::-webkit-slider-runnable-track { height: 4px; border-radius: 2px; background: linear-gradient(90deg, var(--accent) calc(8px + var(--at) * (100% - 16px)), var(--line) 0); }
input::-webkit-slider-thumb { appearance: none; width: 16px; height: 16px; margin-top: -6px; border-radius: 50%; background: var(--ink); box-shadow: 0 0 0 3px var(--night), 0 0 0 4px var(--accent); }
input::-moz-range-track { height: 4px; border-radius: 2px; background: var(--line); }
input::-moz-range-progress { height: 4px; border-radius: 2px; background: var(--accent); }
input::-moz-range-thumb { width: 16px; height: 16px; border: 0; border-radius: 50%; background: var(--ink); box-shadow: 0 0 0 3px var(--night), 0 0 0 4px var(--accent); }
.time { min-width: 7.4em; padding: 0 8px; font-size: 13px; line-height: 44px; text-align: right; white-space: nowrap; color: var(--ink-soft); }
.speed { font-size: 15px; font-weight: 650; }
.next { display: none; }
.trouble { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 8px 16px; padding: 10px 16px; border-top: 1px solid var(--line); font-size: 15px; text-wrap: balance; }
.again { padding: 0 16px; border: 1px solid var(--accent); color: var(--accent); font-weight: 650; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
/* Narrow or short tables: the chapters in a row of their own if there is room, and a small label above the slider. */
@container (max-width: 639px) or (max-height: 429px) {
  .time { display: none; }
  .track { display: contents; }
  .replay { grid-template-columns: auto minmax(0, 1fr) auto auto auto; }
  .chapters { grid-row: 1; grid-column: 1 / -1; }
  .replay > button, input, .mark { grid-row: 2; }
  input, .mark { grid-column: 2; }
  .mark { align-self: start; justify-self: start; margin: 0; padding: 3px 8px 0; background: none; color: var(--accent); font-size: 10px; line-height: 1; pointer-events: none; }
}
@container (max-height: 429px) {
  .chapters { display: none; }
  .next { display: grid; }
}
@container (max-width: 359px) { button { min-width: 40px; } }
/* A tile has no room for the controls, and shows the result. */
@container (max-width: 299px) or (max-height: 179px) { .replay { display: none; } }
`;
