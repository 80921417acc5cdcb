/**
 * The looks of roads, statistics and history; part of the hud's style sheet.
 *
 * `.roads` needs nothing but a box to stand in: it follows that box's width. `--cell` is the side of
 * a cell of the bead plate, grows with the table and settles all heights: big road and derived roads
 * share what six of them make. From 640 px on everything lies side by side; below that roads are pages to swipe to,
 * as many on a page as its height takes; in the sheet they stand one below the other.
 */
export const roadsStyles = `
.roads {
  --cell: max(22px, round(down, min(4cqh, 2.65cqw), 1px));
  --road-red: #ff4f58; --road-blue: #4c90ff; --road-green: #3ecb85; --road-ground: #ffffff0a;
  container: roads / inline-size;
}
:host([theme="light"]) .roads { --road-red: #c62f3b; --road-blue: #2563c9; --road-green: #137044; --road-ground: #ffffff99; }
:host([theme="contrast"]) .roads { --road-red: #ff7b7b; --road-blue: #7db4ff; --road-green: #5be39b; --road-ground: #000; }
.roads [data-colour="red"] { --mark: var(--road-red); }
.roads [data-colour="blue"] { --mark: var(--road-blue); }
.roads [data-colour="green"] { --mark: var(--road-green); }
.road-board { display: grid; grid-template: calc(3.6 * var(--cell)) calc(2.4 * var(--cell)) / calc(12 * var(--cell) + 8px) minmax(0, 1fr) calc(4 * var(--cell) + 2px); gap: 4px 6px; padding: 6px 10px; }
.road-board:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.road { min-width: 0; min-height: 0; height: 100%; }
.road-name { display: none; font-size: 12px; line-height: 16px; color: var(--ink-soft); white-space: nowrap; }
/* The picture stands at the left while it fits; what does not fit is cut off on the left. */
.road-box { --step: 1px; width: round(down, 100%, var(--step)); display: flex; flex-direction: row-reverse; height: 100%; overflow: hidden; background: var(--road-ground); border-radius: 3px; box-shadow: inset 0 0 0 1px var(--line); }
.road-box svg { flex: none; height: 100%; margin-right: auto; overflow: visible; }
.bead-plate { grid-row: 1 / 3; }
.big-road .road-box { --step: calc(.6 * var(--cell)); }
.derived .road-box { --step: calc(.4 * var(--cell)); }
.derived { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 4px; grid-area: 2 / 2; min-height: 0; }
.ask { grid-area: 1 / 3 / 3; display: flex; flex-direction: column; justify-content: center; gap: 8px; }
.ask-title { font-size: calc(.5 * var(--cell)); line-height: 1.25; word-break: keep-all; color: var(--ink-soft); }
.hint { display: flex; align-items: center; gap: 8px; }
.hint svg { width: calc(2.7 * var(--cell)); height: calc(.77 * var(--cell)); flex: none; }
.hint .chip { width: calc(.91 * var(--cell)); height: calc(.91 * var(--cell)); font-size: calc(.55 * var(--cell)); }
.road :is(path, rect), .hint path { fill: none; stroke-width: 1.6; }
.road .grid { stroke: var(--line); stroke-width: 1px; vector-effect: non-scaling-stroke; }
:host([theme="contrast"]) .road .grid { stroke: #ffffff59; }
.road .newest { fill: var(--accent); fill-opacity: .28; stroke: var(--accent); stroke-width: 1px; vector-effect: non-scaling-stroke; }
.road .bead-dot { stroke: var(--fill); stroke-width: 8.8; stroke-linecap: round; }
.roads :is(.ring, .slash, .tie) { stroke: var(--mark); stroke-width: 1.8; stroke-linecap: round; }
.roads .dot { stroke: var(--mark); stroke-width: 7.6; stroke-linecap: round; }
.roads .no-mark { stroke: var(--ink-soft); stroke-width: 1; }
.road .suited { stroke: #ffd76a; stroke-width: 1.1; }
.road .gem { stroke-width: 3.2; stroke-linecap: round; }
.road .pair { fill: var(--mark); stroke: #fff; stroke-width: .6; }
.road text { font: 700 6.2px var(--font); fill: #fff; text-anchor: middle; }
.road .ties { font-size: 6px; fill: var(--ink); stroke: var(--night); stroke-width: 1.6px; paint-order: stroke; }
/* Here the two colours of the roads differ in shape as well: blue is broken, or square. */
:host([theme="contrast"]) .roads [data-colour="blue"]:is(.ring, .slash) { stroke-dasharray: 8.94 3; stroke-linecap: butt; }
:host([theme="contrast"]) .roads .slash[data-colour="blue"] { stroke-dasharray: 2.2 1.4; }
:host([theme="contrast"]) .roads .dot[data-colour="blue"] { stroke-linecap: square; stroke-width: 6; }
.chip { display: inline-grid; vertical-align: middle; place-items: center; flex: none; width: 20px; height: 20px; border-radius: 50%; background: var(--fill); color: var(--on-fill); font-size: 12px; font-weight: 700; }
/* Roads stand one below the other as far as the box is high; what is left makes pages to swipe to. */
@container roads (max-width: 639px) {
  .road-board { display: flex; flex-flow: column wrap; align-content: flex-start; gap: 2px 10px; height: 100%; overflow: auto hidden; scroll-snap-type: x mandatory; scrollbar-width: none; }
  .derived { display: contents; }
  .road, .ask { flex: none; width: calc(100% - 22px); height: auto; scroll-snap-align: start; scroll-margin-left: 10px; }
  .road-name { display: block; }
  .bead-plate .road-box { --step: var(--cell); height: calc(6 * var(--step)); }
  .big-road .road-box { --step: 16px; height: 96px; }
  .derived .road-box { --step: 9px; height: 54px; }
  .ask { height: 42px; flex-flow: row wrap; align-items: center; justify-content: flex-start; gap: 2px 24px; } .ask-title { width: 100%; font-size: 12px; }
}
.sheet .roads { --cell: max(28px, min(3.4cqw, 5cqh)); display: block; height: auto; border: 0; }
.sheet .road-board { padding: 0; }
@container roads (max-width: 639px) {
  .sheet .road-board { flex-wrap: nowrap; gap: 8px; }
  .sheet :is(.road, .ask) { width: 100%; }
  .sheet .bead-plate .road-box { --step: 100cqw / 12; }
  .sheet .big-road .road-box { --step: 100cqw / 20; height: calc(6 * var(--step)); }
  .sheet .derived .road-box { --step: 100cqw / 28; height: calc(6 * var(--step)); }
}
.statistics, .history { border-collapse: collapse; width: 100%; max-width: 640px; }
.statistics caption, .history caption { text-align: left; font-size: 13px; color: var(--ink-soft); padding-bottom: 4px; }
:is(.statistics, .history) :is(th, td) { padding: 5px 8px 5px 0; border-bottom: 1px solid var(--line); text-align: left; font-weight: 400; }
:is(.statistics, .history) thead th { font-size: 12px; color: var(--ink-soft); vertical-align: bottom; }
.statistics tr > :not(:first-child) { text-align: right; padding-right: 0; }
.statistics td { font-weight: 650; }
:is(.statistics th, .won) .chip { margin-right: 6px; }
.rankings { margin-top: 14px; display: grid; gap: 6px; }
.rankings ol, .hands { list-style: none; }
.last-rankings { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 6px 18px; }
.ranking { display: flex; gap: 3px; list-style: none; }
.ranking .chip:first-child { border-radius: 5px; }
.hands { display: grid; grid-template-columns: repeat(auto-fit, minmax(138px, 1fr)); gap: 4px 12px; }
.won { white-space: nowrap; }
.shares { display: block; width: 100%; max-width: 640px; height: 8px; margin-bottom: 8px; border-radius: 4px; }
.shares rect { fill: var(--fill); }
.hands li { display: flex; align-items: center; gap: 5px; white-space: nowrap; }
.red-suit { color: #ff7f84; }
:host([theme="light"]) .red-suit { color: #b3202c; }
`;
