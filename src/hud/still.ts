import { html, svg } from "lit";
import type { TemplateResult } from "lit";
import type { Still, Place } from "../games/contract.ts";
import type { BetTiming } from "../games/timing.ts";
import { gameWords } from "../i18n/game-words.ts";
import { CARD } from "../look/card.ts";
import { cellPlace, LETTERING } from "../look/felt-band.ts";
import { printInks } from "../look/print-inks.ts";
import { suitInk, suitPaths } from "../look/suits.ts";
import { SPARE_ABOVE } from "../look/tokens.ts";
import type { Card } from "../round/cards.ts";
import { phaseLengthMs } from "../round/phases.ts";
import type { Phase } from "../round/phases.ts";
import { emptyState } from "./table/closed-table.ts";
import type { TableView } from "./table/view.ts";

/*
 * The table before any script has run: the plate of its first shot, with the cards that are already public. The server
 * does not know the size of the box, so CSS crops the plate by the rule of `fitFraming` (`components/stage/plates.ts`),
 * and the canvas then shows the same shot.
 */

/** Time from the start of `waiting` until the cards are gone, in ms. */
const CLEARED_MS = 300;
/** Delay from the close of bets to the deal in a round with a beacon, in ms. */
const DEAL_DELAY_MS = 900;
/** The back of a card from a distance, where pattern and ground mix. */
const BACK = "#a8443c";

/** Whether the first cards of the round are on the table. */
function isDealt(phase: Phase, elapsedMs: number, times: BetTiming, dealtMs: number): boolean {
  const awaitingMs = phaseLengthMs("betting", times) - times.closesMs;
  return phase === "betting"
    ? awaitingMs > 0 && elapsedMs >= times.closesMs + DEAL_DELAY_MS + dealtMs
    : phase === "revealing" && (awaitingMs > 0 || elapsedMs >= dealtMs);
}

/** The style sheet of a still; the page sets the picture as `--plate`. */
export function stillStyle({ focus: { x, y, width, height, keepsFoot } }: Still): string {
  const start = (length: string, middle: number, lower = "0px") =>
    `min(0px,max(${length} - var(--side),${length}/2 - ${middle}*var(--side) + ${lower}))`;
  const spare = `(100cqh - ${height}*var(--side))`;
  const lower = keepsFoot
    ? `min(${SPARE_ABOVE}*${spare},${spare}/2)`
    : `${SPARE_ABOVE}*max(0px,${spare})`;
  return `.still{position:absolute;inset:0;z-index:1;overflow:hidden;container-type:size}.still>div{--side:max(100cqw,100cqh,min(100cqw/${width},100cqh/${height}));position:absolute;left:${start("100cqw", x)};top:${start("100cqh", y, lower)};width:var(--side);height:var(--side);background:var(--plate) 0 0/100% 100%}.still svg{display:block;width:100%;height:100%}`;
}

/**
 * Draws the still of a view. While a round is played, the still has only backs, because only the canvas knows which
 * cards are turned.
 */
export function drawStill(
  { matrix, band, dealtMs = 0, cards }: Still,
  view: TableView,
): TemplateResult {
  const { game, times, elapsedMs } = view;
  const state = view.state ?? emptyState(game);
  const { sides } = gameWords(view.words, game.slug);
  const isFaceUp =
    (state.phase === "result" && elapsedMs >= (game.revealTimes?.(state)[1] ?? 0)) ||
    (state.phase === "waiting" && elapsedMs < CLEARED_MS);
  const laidCards =
    isFaceUp || isDealt(state.phase, elapsedMs, times, dealtMs) ? (cards?.(state) ?? []) : [];
  return html`<div>
    <svg viewBox="0 0 1000 1000">
      ${band?.cells.map((cell) =>
        drawName(cardTransform(matrix, cellPlace(band, cell)), sides[cell.market] ?? ""),
      )}
      ${laidCards.map(({ place, card }) => drawCard(cardTransform(matrix, place), isFaceUp ? card : null))}
    </svg>
  </div>`;
}

/**
 * An affine transform from millimetres around a place to units of the plate; over a card's size the perspective is
 * negligible.
 */
function cardTransform(matrix: Still["matrix"], { x, y, angle }: Place): string {
  const radians = (angle * Math.PI) / 180;
  const at = (across: number, down: number) => {
    const [wx, wy] = [
      (x + across * Math.cos(radians) + down * Math.sin(radians)) / 1000,
      (y + across * Math.sin(radians) - down * Math.cos(radians)) / 1000,
    ];
    const [u = 0, v = 0, w = 1] = matrix.map(([a = 0, b = 0, , d = 0]) => a * wx + b * wy + d);
    return [(1000 * u) / w, (1000 * v) / w] as const;
  };
  const { width, height } = CARD;
  const [left, right] = [at(-width / 2, 0), at(width / 2, 0)];
  const [top, foot] = [at(0, -height / 2), at(0, height / 2)];
  const values = [
    (right[0] - left[0]) / width,
    (right[1] - left[1]) / width,
    (foot[0] - top[0]) / height,
    (foot[1] - top[1]) / height,
    ...at(0, 0),
  ];
  return `matrix(${values.map((value) => value.toFixed(3)).join(" ")})`;
}

function drawName(transform: string, name: string): TemplateResult {
  return svg`<text transform=${transform} y="4.1" text-anchor="middle" font-size="11.3" font-weight="600" letter-spacing="1.5" font-family="Georgia,serif" fill=${LETTERING.colour} fill-opacity=".88">${name.toLocaleUpperCase()}</text>`;
}

/** Draws a card and its shadow, in mm from the middle of the card; its back if `card` is null. */
function drawCard(transform: string, card: Card | null): TemplateResult {
  const { width, height } = CARD;
  const face = card
    ? svg`<g fill=${suitInk(card.suit)}><text x="-36" y="-32" font-size="27" font-weight="700" font-family="Arial,sans-serif">${card.value}</text><path transform="translate(8 16) scale(.48)" d=${suitPaths[card.suit]}></path></g>`
    : svg`<rect x="-39" y="-57" width="78" height="114" rx="3" fill=${BACK} stroke=${printInks.backLine}></rect><circle r="15" fill="none" stroke=${printInks.backLine} stroke-width="1.2"></circle><path d="M-36-54H36V54H-36ZM-36-54 36 54M36-54-36 54" fill="none" stroke=${printInks.backLine} stroke-opacity=".5"></path><circle r="15" fill=${BACK}></circle><circle r="8" fill="none" stroke=${printInks.backLine} stroke-width="4.5" stroke-dasharray="4.2 4.2"></circle>`;
  return svg`<g transform=${transform}><rect x="-44" y="-60" width="92" height="128" rx="7" fill="#0006"></rect><rect x=${-width / 2} y=${-height / 2} width=${width} height=${height} rx="6" fill=${printInks.paper}></rect>${face}</g>`;
}
