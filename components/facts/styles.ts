import { palette, sideColours } from "../../src/look/palette.ts";
import { motion } from "../../src/look/tokens.ts";

const colours = Object.entries(sideColours)
  .map(([token, { fill, ink }]) => `[data-colour="${token}"]{--fill:${fill};--on-fill:${ink}}`)
  .join("\n");

/** Gives what stands in a list its turn to appear: `[child, turn]`. */
const inTurn = (selector: string, turns: readonly (readonly [child: number, turn: number])[]) =>
  turns.map(([child, turn]) => `${selector}:nth-child(${child}) { --turn: ${turn}; }`).join(" ");

/**
 * The styles of the facts: a tab on the edge of the table, low enough to cover its rail only. Too small a
 * table goes without.
 */
export const factsStyles = `
${colours}
:host {
  grid-row: 2;
  grid-column: 1;
  place-self: end center;
  z-index: 1;
  max-width: 96cqw;
  color: ${palette.ink};
  font-size: min(max(clamp(10px, 2.4cqh, 15px), 1.7cqh), 2.9cqw);
  line-height: 1.25;
}
/* The lanes of a race begin at the foot: it leaves them free. */
:host([places]) { place-self: start center; }
@container (max-height: 239px) { :host { display: none; } }
/* A player's own chips are worth more than any fact. */
@container (max-height: 329px) { :host([bets]:not([places])) { display: none; } }
/* A finger needs more than the tab shows: the rest of each button lies unseen over the cloth. */
.fact { display: flex; }
button { display: flex; align-items: end; min-width: 44px; min-height: 44px; margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: center; cursor: pointer; }
:host([places]) button { align-items: start; }
.face { display: grid; align-content: center; flex: 1; box-sizing: border-box; min-height: calc(1.84 * 1.25em + .7em); padding: .35em .9em; background: #07100ce0; box-shadow: 0 0 0 1px #ffffff1f, 0 0 6px #0006; border-start-start-radius: .9em; }
:host([places]) .face { border-radius: 0; border-end-start-radius: .9em; }
button:focus-visible { outline: none; }
button:focus-visible .face { outline: 2px solid var(--accent); outline-offset: -2px; }
.text { display: block; white-space: nowrap; font-weight: 600; }
.note { display: block; white-space: nowrap; font-size: .84em; color: ${palette.inkSoft}; }
.hide .face { color: ${palette.inkSoft}; border-radius: 0; border-start-end-radius: .9em; }
:host([places]) .hide .face { border-radius: 0; border-end-end-radius: .9em; }
.chip { display: inline-grid; place-items: center; width: 1.5em; height: 1.5em; border-radius: 50%; background: var(--fill); color: var(--on-fill); font-size: .86em; font-weight: 800; }
ul, ol { display: inline-flex; gap: .55em; margin: 0; padding: 0; list-style: none; vertical-align: middle; }
.ranking { gap: .2em; }
.card { display: inline-block; margin-left: .2em; padding: 0 .28em; border-radius: .22em; background: #f7f4ec; color: #16130e; font-weight: 700; }
.red-suit { color: #b3141d; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
/* A low table: between the foot and what is printed on the cloth there is little room. */
@container (max-height: 329px) { :host { line-height: 1.1; } .face { min-height: calc(1.84 * 1.1em + .2em); padding-block: .1em; } .chip { width: 1.3em; height: 1.3em; } }
/* The round before comes once more in small, a card or a ball after the other. */
@media (prefers-reduced-motion: no-preference) {
  .fact { animation: come ${motion.enterMs}ms ${motion.settle}; }
  .again :is(.card, .ranking li) { animation: come 260ms ${motion.settle} both; animation-delay: calc(var(--turn, 0) * 260ms); }
  /* A hand is its side's letter and name, then each card and its name. The hands are dealt in turns. */
  ${inTurn(".hands li:first-child .card", [
    [5, 2],
    [7, 4],
  ])}
  ${inTurn(".hands li:last-child .card", [
    [3, 1],
    [5, 3],
    [7, 5],
  ])}
  ${inTurn(".ranking li", [
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 4],
    [6, 5],
  ])}
}
@keyframes come { from { opacity: 0; transform: translateY(.5em) } }
`;
