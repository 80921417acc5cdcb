import { cardAt } from "../../../src/round/cards.ts";
import { arc, easeIn, easeInOut, lerp, progress } from "../easing.ts";
import { between } from "./card-poses.ts";
import type { CardPose } from "./card-poses.ts";
import { PUSH_MM } from "./card-sweep.ts";
import { behind, BLADE_OFFSET_MM, FLAT, handleAt } from "./paddle-actions.ts";
import type { PaddleAction, PaddlePose } from "./paddle-actions.ts";
import { DISCARDS } from "./places.ts";
import type { Place } from "./places.ts";

/*
 * During betting the dealer shows the deck: spreads it face down across the felt, turns it over like a row of
 * dominoes, and gathers it. These cards are unrelated to the next round's cards.
 */

const CARDS = 34;
const HALF_WIDTH_MM = 168;
/** Distance of the ribbon's centre from the centre of the felt, in mm. */
const MIDDLE_Y_MM = 24;
/** Distance by which the ends of the ribbon curve away from the viewer, in mm. */
const CURVE_MM = 20;
const PACK_MM = 8;
/** Number of the pack's cards that are drawn. */
const ON_TOP = 5;
/** Number of cards by which each round cuts the deck. */
const CUT_CARDS = 19;

/** Start of each part, in ms from the start of the show. */
const AT_MS = { spread: 620, lift: 1_980, turn: 2_480, gather: 4_700, away: 5_650, end: 6_300 };
const RIBBON_TURN_MS = 1_250;
const CARD_TURN_MS = 420;

export const ribbonAction = (fromMs: number, round: number): PaddleAction => ({
  fromMs,
  toMs: fromMs + AT_MS.end,
  at: (ms) => ribbonPaddle(ms - fromMs),
  cards: (ms) => ribbonAt(ms - fromMs, round),
});

/** The place on the curve of the ribbon at `x` mm from its centre. */
function onCurve(x: number): Place {
  const slope = (2 * CURVE_MM * x) / HALF_WIDTH_MM ** 2;
  return {
    x,
    y: MIDDLE_Y_MM + CURVE_MM * (x / HALF_WIDTH_MM) ** 2,
    angle: (Math.atan(slope) * 180) / Math.PI,
  };
}

const ribbonX = (index: number): number => lerp(-HALF_WIDTH_MM, HALF_WIDTH_MM, index / (CARDS - 1));

function packAt(ms: number): Place & { lift: number } {
  const there = easeInOut(progress(ms, 0, AT_MS.spread));
  const back = easeInOut(progress(ms, AT_MS.away, AT_MS.end - AT_MS.away));
  const across = easeInOut(progress(ms, AT_MS.spread, AT_MS.lift - AT_MS.spread - 120));
  const gathered = easeIn(progress(ms, AT_MS.gather, AT_MS.away - AT_MS.gather));
  const x =
    ms < AT_MS.gather
      ? lerp(-HALF_WIDTH_MM, HALF_WIDTH_MM, across)
      : lerp(HALF_WIDTH_MM, -HALF_WIDTH_MM, gathered);
  const away = Math.max(1 - there, back);
  return { ...between(onCurve(x), DISCARDS, away), lift: 22 * away };
}

function ribbonAt(ms: number, round: number): CardPose[] {
  const pack = packAt(ms);
  const isOut = (index: number) => ribbonX(index) < pack.x - 0.01;
  const cards = Array.from({ length: CARDS }, (_, index): CardPose => {
    const startMs = AT_MS.turn + (index / CARDS) * (RIBBON_TURN_MS - CARD_TURN_MS);
    const turn = easeInOut(progress(ms, startMs, CARD_TURN_MS));
    return {
      name: `ribbon ${index}`,
      side: "",
      // Faces are not painted until they can be visible.
      card: turn > 0 ? cardAt(index + round * CUT_CARDS) : null,
      at: isOut(index) ? onCurve(ribbonX(index)) : pack,
      travel: 1,
      turn,
      isTipped: false,
      lift: isOut(index) ? 0 : pack.lift + PACK_MM * (1 - (CARDS - 1 - index) / ON_TOP),
      axis: null,
      isSideways: false,
      dim: 0,
      // Turning cards lie above the others.
      depth: index + (turn > 0 ? CARDS : 0),
    };
  });
  // Only the edges of a few cards in the pack are visible.
  return cards.filter((_, index) => isOut(index) || index >= CARDS - ON_TOP);
}

/**
 * The paddle at a time of the show: it draws the pack out, follows the wave, and pushes the cards together from the far
 * end.
 */
function ribbonPaddle(ms: number): PaddlePose {
  const pack = packAt(ms);
  if (ms < AT_MS.lift) {
    const on = { ...FLAT, ...pack, lift: pack.lift + PACK_MM, angle: handleAt(pack.x, pack.y) };
    return behind(on, BLADE_OFFSET_MM);
  }
  const [first, last] = [-HALF_WIDTH_MM - 30, HALF_WIDTH_MM + PUSH_MM];
  const back = progress(ms, AT_MS.lift, AT_MS.turn - AT_MS.lift);
  const wave = progress(ms, AT_MS.turn, RIBBON_TURN_MS);
  const x =
    ms < AT_MS.turn
      ? lerp(HALF_WIDTH_MM, first, easeInOut(back))
      : lerp(first, last, easeInOut(wave));
  const at = ms < AT_MS.gather ? onCurve(x) : { ...pack, x: pack.x + PUSH_MM };
  const height = ms < AT_MS.gather ? 50 * arc(back) + 34 * arc(wave) : pack.lift;
  return { ...FLAT, ...at, angle: handleAt(at.x, at.y), lift: 4 + height };
}
