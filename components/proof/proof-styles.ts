/** The looks of the proof of a round, besides those of the sheet that it is laid out as. */
export const proofStyles = `
* { box-sizing: border-box; margin: 0; padding: 0; }
:host { position: absolute; inset: 0; z-index: 2; }
:host(:lang(ko)) { word-break: keep-all; }
h2 { align-self: center; padding-left: 10px; font-size: 16px; font-weight: 650; color: var(--accent); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.turn { display: flex; flex: none; }
.tool[aria-disabled="true"] { opacity: .4; cursor: default; box-shadow: none; }
dl { max-width: 68ch; }
dt { color: var(--ink-soft); font-size: 13px; }
dd { padding: 2px 0 12px; display: grid; gap: 3px; }
code { padding: 5px 8px; border-radius: 6px; border: 1px solid var(--line); font: 13px/1.45 ui-monospace, Menlo, Consolas, "Liberation Mono", monospace; overflow-wrap: anywhere; user-select: all; }
.check { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 14px; }
a, .again { display: inline-flex; align-items: center; min-height: 44px; padding: 0 16px; border: 1px solid var(--accent); border-radius: 8px; background: none; color: var(--accent); font: inherit; font-weight: 650; text-decoration: none; cursor: pointer; }
:is(a, .again):hover { text-decoration: underline; text-underline-offset: 3px; }
:is(a, .again):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.help { color: var(--ink-soft); font-size: 13px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
