/** The looks of the settings of the sound: under the bar, or at the foot of a small table. */
export const panelStyles = `
* { box-sizing: border-box; margin: 0; padding: 0; }
:host { position: absolute; inset: 66px 8px auto auto; z-index: 3; max-width: calc(100% - 16px); }
.panel { display: grid; border: 1px solid var(--line); border-radius: 10px; background: var(--night); box-shadow: 0 8px 28px #0008; }
label { display: flex; align-items: center; min-height: 44px; cursor: pointer; }
.levels { display: flex; padding: 0 0 0 6px; border-bottom: 1px solid var(--line); }
.levels label { position: relative; flex: 1 1 auto; justify-content: center; min-width: 44px; padding: 0 8px; text-align: center; line-height: 1.15; font-size: 15px; }
.levels input { position: absolute; inset: 4px 2px; width: auto; height: auto; appearance: none; border-radius: 8px; cursor: pointer; }
.levels input:checked { box-shadow: inset 0 0 0 2px var(--accent); }
.levels input:checked + span { color: var(--accent); font-weight: 650; }
.levels input:hover { background: color-mix(in srgb, var(--ink) 8%, transparent); }
.levels span { position: relative; pointer-events: none; }
.close { display: grid; place-content: center; flex: none; width: 44px; min-height: 44px; border: 0; border-radius: 8px; background: none; color: inherit; cursor: pointer; }
.close:hover { box-shadow: inset 0 0 0 1px var(--ink-soft); }
svg { width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; }
.volume, .ticks { gap: 12px; padding: 0 14px; font-size: 14px; }
.volume input { flex: 1; min-width: 90px; height: 44px; accent-color: var(--accent); cursor: pointer; }
.ticks input { width: 20px; height: 20px; accent-color: var(--accent); cursor: pointer; }
:is(input, .close):focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@container (max-width: 639px) or (max-height: 429px) {
  :host { inset: auto 0 0; max-width: none; }
  .panel { border-width: 1px 0 0; border-radius: 0; }
}
`;
