import { contrastFills, palette } from "../look/palette.ts";
import { space, type } from "../look/tokens.ts";

/** The styles of the bar above the table, and of its ring; part of the hud's style sheet. */
export const barStyles = `
:host { --live: #57d38c; --soon: ${palette.amber}; --alarm: #d3222f; --on-alarm: #fff; }
:host([theme="light"]) { --live: #137044; --soon: #8a4b00; --alarm: #b3202c; }
:host([theme="contrast"]) { --live: ${contrastFills.green}; --soon: #ffb000; --alarm: #fff; --on-alarm: #000; }
.bar {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
  align-items: center;
  gap: ${space.roomy};
  min-height: 66px;
  padding: 0 ${space.even} 0 ${space.roomy};
  border-bottom: 1px solid var(--line);
}
h2 { font-size: ${type.label}; font-weight: 600; letter-spacing: .08em; text-transform: uppercase; color: var(--accent); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.phase { font-size: ${type.title}; line-height: 1.2; font-weight: 650; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.bar-end { display: flex; justify-content: flex-end; align-items: center; gap: ${space.snug}; min-width: 0; }
.rounds { position: relative; padding-right: ${space.roomy}; white-space: nowrap; }
.prove { padding: 0 ${space.snug}; text-align: right; }
.prove > span { display: block; }
.round { font-size: ${type.body}; font-weight: 600; }
.round b { font-weight: 600; text-decoration: underline 1px; text-underline-offset: 3px; }
.round span, .daily { font-size: ${type.note}; font-weight: 400; color: var(--ink-soft); }
.date::before { content: "· "; }
.link { position: absolute; right: 0; top: 50%; width: 10px; height: 10px; margin-top: -5px; border-radius: 50%; background: var(--live); }
.link.stale, .link.suspended { background: var(--warn); border-radius: 2px; }
.link.offline, .link.maintenance { background: none; border: 2px solid var(--warn); border-radius: 2px; }
/* The ring is sized by its digits, which stand out from everything else in the bar. */
.ring { --hue: var(--accent); position: relative; width: 2em; height: 2em; font-size: ${type.dialWide}; line-height: 1; color: var(--ink); }
.ring svg { display: block; width: 100%; height: 100%; overflow: visible; fill: none; stroke: currentColor; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
.ring .track { stroke: var(--line); stroke-width: 4; }
.ring .arc { stroke: var(--hue); stroke-width: 4; }
.ring .digits { position: absolute; inset: 0; display: grid; place-items: center; font-weight: 750; letter-spacing: -.03em; }
.ring.soon { --hue: var(--soon); color: var(--soon); }
/* A full disc: in the last seconds, and in the winner's colour during the result. */
.ring.last { --hue: var(--on-alarm); color: var(--on-alarm); }
.ring.last .track { fill: var(--alarm); stroke: var(--alarm); stroke-width: 6; }
.ring.last .arc { stroke-width: 2.5; }
.ring.last .digits { font-size: 1.15em; }
.ring.closed { --hue: var(--ink-soft); color: var(--ink-soft); }
.ring.won { color: var(--on-fill); }
.ring.won .track { fill: var(--fill); }
.ring.next { color: var(--accent); }
@media (prefers-reduced-motion: no-preference) {
  .table:not([data-calm]) .ring.next .arc { transition: stroke-dashoffset 1s linear; }
  /* From an empty ring, which is its whole circumference. */
  @starting-style { .table:not([data-calm]) .ring.next .arc { stroke-dashoffset: 131.95; } }
}
/* East Asian characters are denser: at the size of Latin capitals they are hard to read. */
.table:is(:lang(ja), :lang(ko), :lang(zh)) h2 { font-size: ${type.body}; letter-spacing: .02em; }
/* A narrow or low table: one button opens everything. */
@container (max-width: 639px) or (max-height: 429px) {
  .bar { min-height: 50px; padding: 0 0 0 ${space.roomy}; gap: ${space.even}; }
  .bar .tool:not([data-act="sheet"]), .date { display: none; }
  h2 { font-size: ${type.fine}; } .phase { font-size: ${type.lead}; } .round { font-size: ${type.small}; }
  .table:is(:lang(ja), :lang(ko), :lang(zh)) h2 { font-size: ${type.label}; }
  .ring { font-size: ${type.dial}; }
}
@container (max-width: 479px) { .round span { display: none; } }
@container (max-width: 359px) {
  .bar { min-height: 44px; } .bar-end { gap: 0; } .rounds { padding-right: ${space.roomy}; } .prove { padding: 0 ${space.tight} 0 0; } .daily { font-size: ${type.fine}; }
  h2 { letter-spacing: .03em; } .table:is(:lang(ja), :lang(ko), :lang(zh)) h2 { font-size: ${type.note}; letter-spacing: 0; }
  .phase { font-size: ${type.small}; } [data-phase="waiting"] .phase { font-size: ${type.note}; } .round { font-size: ${type.fine}; }
  .ring { font-size: ${type.title}; }
}
`;
