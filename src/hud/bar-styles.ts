import { space, type } from "../look/tokens.ts";
import { liveStyles } from "./live-styles.ts";

/** The styles of the bar above the table; part of the hud's style sheet. */
export const barStyles = `
${liveStyles}
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
/* Characters of these languages are denser: at the size of Latin capitals they are hard to read. */
.table:is(:lang(ja), :lang(ko), :lang(zh), :lang(th)) h2 { font-size: ${type.body}; letter-spacing: .02em; }
/* The end of the bar is wider than half of it: it leaves the ring its place. */
@container (max-width: 809px) { .date, .round span { display: none; } }
/* A narrow or low table: one button opens everything. */
@container (max-width: 639px) or (max-height: 429px) {
  .bar { min-height: 50px; padding: 0 0 0 ${space.roomy}; gap: ${space.even}; }
  .bar .tool:not([data-act="sheet"]), .date { display: none; }
  h2 { font-size: ${type.fine}; } .phase { font-size: ${type.lead}; } .round { font-size: ${type.small}; }
  .table:is(:lang(ja), :lang(ko), :lang(zh), :lang(th)) h2 { font-size: ${type.label}; }
  .ring { font-size: ${type.dial}; }
}
@container (max-width: 359px) {
  .bar { min-height: 44px; } .bar-end { gap: 0; } .prove { padding: 0 ${space.tight} 0 0; } .daily { font-size: ${type.fine}; }
  h2 { letter-spacing: .03em; } .table:is(:lang(ja), :lang(ko), :lang(zh), :lang(th)) h2 { font-size: ${type.note}; letter-spacing: 0; }
  .phase { font-size: ${type.small}; white-space: normal; } [data-phase="waiting"] .phase { font-size: ${type.note}; } .round { font-size: ${type.fine}; }
  .ring { font-size: ${type.title}; }
}
`;
