import { motion, space, type } from "../../look/tokens.ts";
import { ROWS } from "../roads/place-streaks.ts";
import { sandboxMarkStyles } from "../sandbox-mark.ts";
import { liveStyles } from "../styles/countdown-and-link.ts";
import { roadMarkStyles } from "../styles/road-marks.ts";
import { themeStyles } from "../styles/theme.ts";

/**
 * The lobby's style sheet, which the server inlines for the first paint and the element adopts.
 *
 * A tile is a strip of felt: countdown, name and last result on the left, the history on the right. The tiles share
 * the height of the lobby, and scroll if they would become too short. `--cell` is the side of a road's cell, and
 * half the height of a place on a podium.
 */
export const lobbyStyles = `
${themeStyles}
${liveStyles}
${roadMarkStyles}
${sandboxMarkStyles}
:host {
  position: relative;
}
.lobby {
  --gap: ${space.roomy};
  --row: 132px;
  display: flex;
  flex-direction: column;
  height: 100cqh;
  padding: var(--gap);
  overflow: hidden auto;
  color: var(--ink);
  font: 400 ${type.body}/1.3 var(--font);
  font-variant-numeric: tabular-nums;
}
.lobby:has(.sandbox) { padding-top: calc(16px + var(--gap)); }
ul, ol { list-style: none; }
.tiles { flex: 1 0 auto; display: grid; grid-auto-rows: minmax(var(--row), 1fr); gap: var(--gap); }
.tile {
  position: relative;
  display: grid;
  grid-template: "ring title past" auto "facts facts past" minmax(0, 1fr) / auto minmax(0, 15em) minmax(0, 1fr);
  align-items: center;
  gap: ${space.even} ${space.roomy};
  min-height: 0;
  padding: ${space.roomy};
  border-radius: 10px;
  background: radial-gradient(110% 150% at 20% 0, color-mix(in srgb, var(--felt), #fff 8%), color-mix(in srgb, var(--felt), var(--night) 62%));
  box-shadow: inset 0 0 0 1px var(--line);
}
/* Open bets are visible at a glance. */
.tile[data-phase="betting"] { box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--accent), transparent 35%); }
.press { position: absolute; inset: 0; z-index: 1; border: 0; border-radius: inherit; background: none; cursor: pointer; }
.press:hover { background: #ffffff0d; }
.press:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
.tile > .ring { grid-area: ring; font-size: 38px; }
.title { grid-area: title; position: relative; min-width: 0; }
.title > :is(h2, .phase) { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
h2 { font-size: ${type.label}; font-weight: 600; letter-spacing: .08em; text-transform: uppercase; color: var(--accent); }
.phase { font-size: ${type.title}; font-weight: 650; line-height: 1.25; }
.tile:is(:lang(ja), :lang(ko), :lang(zh), :lang(th)) h2 { font-size: ${type.body}; letter-spacing: .02em; }
.tile:is(:lang(th), :lang(vi)) .phase { line-height: 1.5; }
.title:has(.link) { padding-right: 18px; }
/* The text does not widen its column, so that all roads start at the same position. */
.facts { grid-area: facts; width: 0; min-width: 100%; align-self: end; display: flex; flex-wrap: wrap; align-items: center; gap: ${space.snug} ${space.even}; }
.last { display: flex; align-items: center; gap: ${space.snug}; min-width: 0; white-space: nowrap; }
.score { color: var(--ink-soft); } .score .best { color: var(--ink); font-weight: 700; }
.badge { padding: 1px ${space.even} 1px ${space.snug}; border-radius: 99px; background: var(--accent); color: var(--night); font-size: ${type.label}; font-weight: 700; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.badge::before { content: ""; display: inline-block; width: .7em; height: .7em; margin-right: .45em; border-radius: 50%; background: var(--fill); box-shadow: 0 0 0 1.5px var(--night); }
.past { grid-area: past; align-self: stretch; container-type: size; }
:is(.road-box, .podium-strip) { border-radius: 5px; background: color-mix(in srgb, var(--night), transparent 35%); }
/* Unlike on a table, the road is not dimmed while a round is played. */
.tile .road-box svg > * { opacity: 1; }
.past > * { --cell: round(down, min(100cqh / ${ROWS}, 44px), 1px); }
.road { --step: var(--cell); display: grid; align-content: center; height: 100%; }
.road-name { display: none; }
.podium-strip {
  --step: calc(2 * var(--cell)); position: relative; display: flex; flex-direction: row-reverse; align-items: center;
  width: round(down, 100%, var(--step)); height: 100%; overflow: hidden;
}
.podium-strip li { flex: none; width: var(--step); display: grid; justify-items: center; }
.podium-strip li:first-child { margin-right: auto; }
.podium-strip .disc { width: calc(1.7 * var(--cell)); height: calc(1.7 * var(--cell)); margin: calc(.12 * var(--cell)) 0; font-size: calc(.8 * var(--cell)); }
.podium-strip .disc:nth-child(n + 2) { transform: scale(.82); }
.podium-strip li:first-child { border-radius: 5px; background: color-mix(in srgb, var(--accent), transparent 74%); }
.podium-strip li:first-child .disc:first-child { box-shadow: 0 0 0 2px var(--accent); }
.tile[data-closed] :is(.past, .facts, .ring) { opacity: .45; }
.tile[data-closed] .phase { color: var(--warn); }
.independence { padding: ${space.even} ${space.tight} 0; font-size: ${type.note}; color: var(--ink-soft); text-align: center; text-wrap: balance; word-break: auto-phrase; }
.independence:lang(ko) { word-break: keep-all; }
@media (prefers-reduced-motion: no-preference) {
  .tile:not([data-calm])[data-phase="result"] .last .disc { animation: mark ${motion.markMs}ms ${motion.settle}; }
}
:host([theme="contrast"]) .tile { background: #000; }
:host([theme="contrast"]) .tile[data-phase="betting"] { box-shadow: inset 0 0 0 2px var(--accent); }
/* Phones in portrait: the history below. */
@container (max-width: 559px) and (min-height: 480px) {
  .lobby { --row: 168px; --gap: ${space.even}; }
  .tile { grid-template: "ring title" auto "facts facts" auto "past past" minmax(72px, 1fr) / auto minmax(0, 1fr); gap: ${space.snug} ${space.roomy}; padding: ${space.even} ${space.roomy}; }
  .tile > .ring { font-size: 30px; }
}
/* A short box shows only the badge or, without one, the last result. */
@container (max-height: 479px) {
  .lobby { --gap: ${space.snug}; --row: 60px; }
  .tiles { min-height: calc(100cqh - 2 * var(--gap)); }
  .tile { grid-template-columns: auto minmax(0, 11em) minmax(0, 1fr); gap: 2px ${space.even}; padding: ${space.snug} ${space.even}; }
  .tile { grid-template-areas: "ring title past" "ring facts past"; grid-template-rows: auto auto; align-content: center; }
  .tile > .ring { font-size: ${type.title}; } h2 { font-size: ${type.fine}; letter-spacing: .03em; } .phase { font-size: ${type.small}; }
  .facts { align-self: start; font-size: ${type.note}; } .facts .disc { width: 16px; height: 16px; font-size: ${type.fine}; } .badge { font-size: ${type.fine}; }
  .last:has(+ .badge) { display: none; }
}
/* Large screens are viewed from further away. */
@container (min-width: 1200px) and (min-height: 720px) {
  .tile { grid-template-columns: auto minmax(0, 20em) minmax(0, 1fr); }
  .tile > :is(.ring, .title, .facts) { zoom: 1.3; }
}
@container (min-width: 1600px) and (min-height: 860px) {
  .tile { grid-template-columns: auto minmax(0, 25em) minmax(0, 1fr); }
  .tile > :is(.ring, .title, .facts) { zoom: 1.6; }
}
`;
