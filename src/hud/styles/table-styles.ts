import { palette } from "../../look/palette.ts";
import { motion, space, type } from "../../look/tokens.ts";
import { BEAD_COLUMNS } from "../roads/bead-plate.ts";
import { ROWS } from "../roads/place-streaks.ts";
import { sandboxMarkStyles } from "../sandbox-mark.ts";
import { liveStyles } from "./countdown-and-link.ts";
import { roadMarkStyles } from "./road-marks.ts";
import { themeStyles } from "./theme.ts";
import { toolbarStyles } from "./toolbar-styles.ts";

const MEDALS = ["#c9982b", "#98a3ab", "#b87a45"] as const;
/** The banner's ground, top and bottom. */
const BANNER = ["#1c2530f2", "#0b1016f2"] as const;

/**
 * The styles of roads and podiums; part of the HUD's style sheet.
 *
 * `--cell` is the side of a bead plate cell; all heights depend on it. A wide table shows the bead plate and the
 * big road at full height and the derived roads at half of it, as is usual. A phone in portrait has three rows.
 */
const roadsStyles = `
${roadMarkStyles}
.roads {
  --cell: max(15px, round(down, min(3.1cqh, 2.06cqw), 1px));
  container: roads / inline-size;
}
.road-board { display: grid; grid-template-columns: auto minmax(0, 1fr) repeat(2, calc(7.5 * var(--cell))); gap: 4px 8px; padding: 5px 10px; }
.road-board:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.road { --step: var(--cell); position: relative; min-width: 0; }
/* Only the sheet shows names; on the table they would cover marks. */
.road-name { display: none; }
/* A pixel wider than its columns, so that rounding down does not remove one. */
.bead-plate { grid-row: 1 / 3; width: calc(${BEAD_COLUMNS} * var(--step) + 1px); }
.big-road { grid-row: 1 / 3; }
.derived { display: contents; }
.derived .road { --step: calc(.5 * var(--cell) - 2px / ${ROWS}); }
.ask { display: flex; flex-flow: row wrap; align-content: center; justify-content: space-between; gap: ${space.tight} 2px; }
.ask-title { width: 100%; font-size: max(${type.note}, .5 * var(--cell)); line-height: 1.2; color: var(--ink-soft); white-space: nowrap; }
.hint { display: flex; align-items: center; gap: ${space.tight}; }
.hint svg { width: calc(2.5 * var(--cell)); height: calc(.7 * var(--cell)); flex: none; }
.hint .disc { width: calc(.95 * var(--cell)); height: calc(.95 * var(--cell)); font-size: calc(.62 * var(--cell)); }
.roads .dot { stroke: var(--mark); stroke-width: 7.6; stroke-linecap: round; }
.roads .no-mark { stroke: var(--ink-soft); stroke-width: 1; }
.table:lang(zh) .bead-plate text { font-size: 7px; }
:host([theme="contrast"]) .roads .slash[data-colour="blue"] { stroke-dasharray: 2.2 1.4; }
:host([theme="contrast"]) .roads .dot[data-colour="blue"] { stroke-linecap: square; stroke-width: 6; }
/* Phones in portrait: bead plate and hints, then the big road, then the derived roads side by side. */
@container roads (max-width: 639px) {
  .roads > .road-board { --cell: min((100cqw - 32px) / ${1.5 * BEAD_COLUMNS}, (42cqh - 42px) / 12.6); grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 5px 6px; padding: 6px 10px; }
  .bead-plate { grid-row: 1; grid-column: span 2; width: auto; }
  .big-road { --step: calc(.66 * var(--cell)); grid-row: 2; grid-column: span 3; }
  .derived .road { --step: calc(.42 * var(--cell)); grid-row: 3; }
  .ask { grid-area: 1 / 3; flex-direction: column; flex-wrap: nowrap; justify-content: center; gap: ${space.even}; }
  .hint { gap: ${space.even}; } .hint svg { width: calc(3.4 * var(--cell)); height: var(--cell); }
}
.podiums { display: none; grid-row: 3; padding: ${space.snug} ${space.roomy} ${space.roomy}; border-top: 1px solid var(--line); }
.podiums h3 { display: block; padding-bottom: ${space.tight}; }
.podiums :is(ol ol, .places) { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: ${space.snug}; padding: ${space.tight} 0; }
.podiums ol ol li { display: flex; align-items: center; gap: ${space.snug}; font-size: ${type.label}; white-space: nowrap; overflow: hidden; }
.podiums ol ol li:first-child { font-weight: 700; }
.places span { width: 20px; border-bottom: 2px solid ${MEDALS[0]}; font-size: ${type.note}; line-height: 1.2; font-weight: 700; text-align: center; color: var(--ink-soft); }
.places span:nth-child(2) { border-color: ${MEDALS[1]}; } .places span:nth-child(3) { border-color: ${MEDALS[2]}; }
@container (max-width: 359px) {
  .podiums { padding-inline: ${space.even}; } .podiums :is(ol ol, .places) { gap: ${space.tight}; }
  .podiums ol ol li { gap: ${space.tight}; font-size: ${type.fine}; } .podiums .disc { width: 16px; height: 16px; font-size: ${type.fine}; }
}
.bead, .bead-plate svg, .podiums > ol > li { cursor: pointer; }
`;

const barStyles = `
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
/* The characters of these languages are hard to read at the size of Latin capitals. */
.table:is(:lang(ja), :lang(ko), :lang(zh), :lang(th)) h2 { font-size: ${type.body}; letter-spacing: .02em; }
/* Keeps the end of the bar from pushing the ring off centre. */
@container (max-width: 809px) { .date, .round span { display: none; } }
/* Narrow or short tables: one button opens everything. */
@container (max-width: 639px) or (max-height: 429px) {
  .bar { min-height: 50px; padding: 0 0 0 ${space.roomy}; gap: ${space.even}; }
  .bar .tool:not([data-action="sheet"]), .date { display: none; }
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

/**
 * The result banner's styles: the winner's colour and letter, then the text and the score on dark glass. On a card
 * table it is at the top of the picture, clear of the bets' names; in a race at the bottom, clear of the standings.
 */
const bannerStyles = `
.banner {
  grid-row: 2;
  grid-column: 1;
  place-self: end center;
  z-index: 1;
  margin-block: clamp(4px, 3cqh, 16px);
  display: flex;
  align-items: center;
  gap: .6em;
  padding-right: 1em;
  overflow: hidden;
  border-radius: .3em;
  background: linear-gradient(${BANNER.join(", ")});
  box-shadow: 0 0 0 1px ${palette.gold}88, 0 6px 22px #000a;
  color: #fff;
  /* The longest result is 21em wide. */
  --widest: 4.4cqw;
  font-size: max(clamp(12px, min(4.5cqh, 2cqw + 12px, var(--widest)), 28px), min(3.4cqh, 2.2cqw));
  font-weight: 800;
  letter-spacing: .08em;
  line-height: 1;
  text-transform: uppercase;
  white-space: nowrap;
}
.banner:has(.score .best, .score .tied) { place-self: start center; }
.table:lang(zh) .banner, .table:lang(ja) .banner, .table:lang(ko) .banner { letter-spacing: .2em; }
.table:lang(th) .banner { letter-spacing: .02em; }
/* "Suited tie" has four words in Indonesian. */
.table:lang(id) .banner { letter-spacing: .02em; --widest: 3.7cqw; }
.banner .letter { display: grid; place-items: center; width: 2.1em; height: 2.1em; background: var(--fill); color: var(--on-fill); letter-spacing: 0; }
.banner .best { color: ${palette.gilt}; font-size: 1.2em; }
.banner .other { font-weight: 600; opacity: .92; }
.banner .score { padding-left: .6em; border-left: 1.5px solid #ffffff40; letter-spacing: .04em; }
@media (prefers-reduced-motion: no-preference) {
  .table:not([data-calm]) .banner { animation: ribbon ${motion.enterMs}ms ${motion.settle} }
}
@keyframes ribbon { from { transform: scaleX(.12); opacity: 0 } }
`;

/**
 * The style sheet of a table while its panel is closed, which the server inlines for the first paint. Sizes depend on
 * the table's own box, not on the window.
 */
export const tableStyles = `
${themeStyles}
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
/* Stacked diacritics would be cut off at the usual line height. */
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
.none[role="alert"] { margin: auto; padding: 16px; font-size: ${type.small}; }
.bead { display: grid; place-items: center; width: 26px; height: 26px; border-radius: 50%; background: var(--fill); color: var(--on-fill); font-size: ${type.label}; font-weight: 700; }
.bead:first-child { box-shadow: inset 0 0 0 2px var(--ink); }
.table:lang(zh) .bead { font-size: ${type.body}; }
${barStyles}
${bannerStyles}
${roadsStyles}
${toolbarStyles}
${sandboxMarkStyles}
/* Narrow or short tables: the last results instead of the roads. */
@container (max-width: 639px) or (max-height: 429px) {
  h3, .roads { display: none; }
  .strip, .roads + .strip { display: flex; padding: ${space.tight} ${space.roomy}; }
  .strip ol { height: 22px; } .bead { width: 22px; height: 22px; font-size: ${type.note}; }
}
/* Phones in portrait: the roads, or the last podiums, below the table. */
@container (max-width: 639px) and (min-height: 480px) {
  .roads, .podiums { display: block; }
  :is(.roads, .podiums) + .strip { display: none; }
}
/* Large screens are viewed from further away. */
@container (min-width: 1200px) and (min-height: 720px) { .bar, .strip { zoom: 1.25; } }
@container (min-width: 1600px) and (min-height: 860px) { .bar, .strip { zoom: 1.6; } }
/* Tiles: only the ring, the phase and the last result are legible. */
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
