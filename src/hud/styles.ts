import { space, type } from "../look/tokens.ts";
import { bannerStyles } from "./banner-styles.ts";
import { barStyles } from "./bar-styles.ts";
import { roadsStyles } from "./roads-styles.ts";
import { sandboxMarkStyles } from "./sandbox-mark.ts";
import { themeStyles } from "./theme-styles.ts";
import { toolbarStyles } from "./toolbar-styles.ts";

/**
 * The style sheet of a table as it comes, with its sheet closed: the server inlines it for the first paint.
 * Sizes depend on the table's own box, not on the window.
 */
export const tableStyles = `
${themeStyles}
:host {
  display: block;
  container-type: size;
  aspect-ratio: 830 / 553;
  min-height: 120px;
  contain: layout paint;
  background: var(--night);
  border-radius: var(--radius);
}
.table {
  position: relative;
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto auto;
  height: 100cqh;
  color: var(--ink);
  font: 400 ${type.body}/1.3 var(--font);
  font-variant-numeric: tabular-nums;
  overflow: hidden;
}
/* Marks above marks, and below: in lines of the usual height they would be cut off. */
.table:is(:lang(th), :lang(vi)), .table:is(:lang(th), :lang(vi)) .phase { line-height: 1.5; }
.stage { grid-row: 2; grid-column: 1; position: relative; min-height: 0; overflow: hidden; }
.stage canvas { position: absolute; inset: 0; width: 100%; height: 100%; display: block; }
.poster { grid-row: 2; grid-column: 1; place-self: center; max-width: 34ch; padding: ${space.roomy}; text-align: center; font-size: ${type.title}; }
.roads { grid-row: 3; border-top: 1px solid var(--line); }
.roads + .strip { display: none; }
.strip { grid-row: 4; display: flex; align-items: center; gap: ${space.roomy}; padding: ${space.even} ${space.roomy}; border-top: 1px solid var(--line); overflow: hidden; }
ol { list-style: none; }
table { border-collapse: collapse; }
caption { text-align: left; font-size: ${type.label}; color: var(--ink-soft); padding-bottom: ${space.tight}; }
th, td { border-bottom: 1px solid var(--line); }
th { font-weight: 400; text-align: left; }
h3 { font-size: ${type.note}; font-weight: 400; color: var(--ink-soft); white-space: nowrap; }
.strip ol { display: flex; gap: ${space.snug}; overflow: hidden; flex: 1; flex-wrap: wrap; height: 26px; }
.none { font-size: ${type.note}; color: var(--ink-soft); }
.bead { display: grid; place-items: center; width: 26px; height: 26px; border-radius: 50%; background: var(--fill); color: var(--on-fill); font-size: ${type.label}; font-weight: 700; }
.bead:first-child { box-shadow: inset 0 0 0 2px var(--ink); }
.table:lang(zh) .bead { font-size: ${type.body}; }
${barStyles}
${bannerStyles}
${roadsStyles}
${toolbarStyles}
${sandboxMarkStyles}
/* A narrow or low table: the last results instead of the roads. */
@container (max-width: 639px) or (max-height: 429px) {
  h3, .roads { display: none; }
  .strip, .roads + .strip { display: flex; padding: ${space.tight} ${space.roomy}; }
  .strip ol { height: 22px; } .bead { width: 22px; height: 22px; font-size: ${type.note}; }
}
/* A phone held upright: the roads, or the last podiums, below the table. */
@container (max-width: 639px) and (min-height: 480px) {
  .roads, .podiums { display: block; }
  :is(.roads, .podiums) + .strip { display: none; }
}
/* A large screen is seen from further away. */
@container (min-width: 1200px) and (min-height: 720px) { .bar, .strip { zoom: 1.25; } }
@container (min-width: 1600px) and (min-height: 860px) { .bar, .strip { zoom: 1.6; } }
/* A tile: only the ring, the phase and the last result are legible. */
@container (max-width: 299px) or (max-height: 179px) {
  .stage, .toolbar, .rounds, h2 { display: none; }
  .bar { grid-template-columns: auto minmax(0, max-content); justify-content: center; grid-row: 1 / 3; border: 0; }
  .bar-end { display: none; }
  .title { order: 2; }
  .ring { font-size: min(44px, 24cqh, 14cqw); } 
  .phase, [data-phase="waiting"] .phase { font-size: clamp(13px, 9cqw, ${type.title}); white-space: normal; overflow-wrap: anywhere; text-wrap: balance; }
  .banner { display: none; }
  .poster { position: absolute; clip-path: inset(50%); }
  .bead:nth-child(n + 2) { display: none; }
}
`;
