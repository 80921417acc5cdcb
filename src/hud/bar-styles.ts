import { palette } from "./tokens.ts";

/** The looks of the bar above the table, its ring above all; part of the hud's style sheet. */
export const barStyles = `
:host { --live: #57d38c; --soon: ${palette.amber}; --alarm: #d3222f; --on-alarm: #fff; }
:host([theme="light"]) { --live: #137044; --soon: #8a4b00; --alarm: #b3202c; }
:host([theme="contrast"]) { --live: #5be39b; --soon: #ffb000; --alarm: #fff; --on-alarm: #000; }
.bar {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
  align-items: center;
  gap: 12px;
  min-height: 66px;
  padding: 0 8px 0 14px;
  border-bottom: 1px solid var(--line);
}
h2 { font-size: 13px; font-weight: 600; letter-spacing: .08em; text-transform: uppercase; color: var(--accent); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.phase { font-size: 20px; line-height: 1.2; font-weight: 650; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.bar-end { display: flex; justify-content: flex-end; align-items: center; gap: 6px; min-width: 0; }
.rounds { position: relative; padding-right: 14px; white-space: nowrap; }
.prove { padding: 0 6px; text-align: right; }
.prove > span { display: block; }
.round { font-size: 15px; font-weight: 600; }
.round b { font-weight: 600; text-decoration: underline 1px; text-underline-offset: 3px; }
.round span, .daily { font-size: 12px; font-weight: 400; color: var(--ink-soft); }
.date::before { content: "· "; }
.link { position: absolute; right: 0; top: 50%; width: 10px; height: 10px; margin-top: -5px; border-radius: 50%; background: var(--live); }
.link.stale, .link.suspended { background: var(--warn); border-radius: 2px; }
.link.offline, .link.maintenance { background: none; border: 2px solid var(--warn); border-radius: 2px; }
/* The ring is sized by its text: its digits are louder than anything else in the bar. */
.ring { --hue: var(--accent); position: relative; width: 2em; height: 2em; font-size: 32px; line-height: 1; color: var(--ink); }
.ring svg { display: block; width: 100%; height: 100%; overflow: visible; fill: none; stroke: currentColor; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
.ring .track { stroke: var(--line); stroke-width: 4; }
.ring .arc { stroke: var(--hue); stroke-width: 4; }
.ring .digits { position: absolute; inset: 0; display: grid; place-items: center; font-weight: 750; letter-spacing: -.03em; }
.ring.soon { --hue: var(--soon); color: var(--soon); }
/* In the last seconds a full disc, and while the result stands one in the winner's colour. */
.ring.last { --hue: var(--on-alarm); color: var(--on-alarm); }
.ring.last .track { fill: var(--alarm); stroke: var(--alarm); stroke-width: 6; }
.ring.last .arc { stroke-width: 2.5; }
.ring.last .digits { font-size: 1.15em; }
.ring.closed { --hue: var(--ink-soft); color: var(--ink-soft); }
.ring.won { color: var(--on-fill); }
.ring.won .track { fill: var(--fill); }
.ring.next { color: var(--accent); }
@media (prefers-reduced-motion: no-preference) {
  :host(:not([calm])) .ring.next .arc { transition: stroke-dashoffset 1s linear; }
  /* From an empty ring, which is its whole circumference. */
  @starting-style { :host(:not([calm])) .ring.next .arc { stroke-dashoffset: 131.95; } }
}
/* The signs of East Asia are denser: at the size of Latin capitals they are hard to read. */
.table:not(:lang(en)) h2 { font-size: 15px; letter-spacing: .02em; }
/* A narrow table, or a low one: one button for all. */
@container (max-width: 639px) or (max-height: 429px) {
  .bar { min-height: 50px; padding: 0 0 0 10px; gap: 8px; }
  .bar .tool:not([data-act="sheet"]), .date { display: none; }
  h2 { font-size: 11px; } .phase { font-size: 16px; } .round { font-size: 14px; }
  .table:not(:lang(en)) h2 { font-size: 13px; }
  .ring { font-size: 24px; }
}
@container (max-width: 479px) { .round span { display: none; } }
@container (max-width: 359px) {
  .bar { min-height: 44px; gap: 8px; } .bar-end { gap: 0; } .rounds { padding-right: 10px; } .prove { padding: 0 4px; } .daily { font-size: 11px; }
  h2 { letter-spacing: .03em; } .table:not(:lang(en)) h2 { font-size: 12px; letter-spacing: 0; }
  .phase { font-size: 14px; } .round { font-size: 12px; }
  .ring { font-size: 20px; }
}
`;
