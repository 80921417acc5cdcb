import { cardAt } from "../../../src/round/cards.ts";
import { arc, easeIn, easeInOut, lerp, progress } from "../tracks.ts";
import { DISCARDS } from "./places.ts";
import type { Place } from "./places.ts";
import { behind, between, handleAt, RESTS, TAKES } from "./round.ts";
import type { CardPose, PaddlePose } from "./round.ts";

/*
 * While bets are taken the croupier shows the deck: spreads it face down across the felt, turns it over like a row of
 * dominoes, and gathers it. It has nothing to do with the cards of the next round.
 */

/** Number of cards that are spread, and the half width of the ribbon in mm. */
const [CARDS, REACH] = [34, 168] as const;
/** The middle of the ribbon in mm, and how far its ends curl away from the viewer. */
const [MIDDLE_Y, CURL] = [24, 20] as const;
/** Height of the whole pack in mm. */
const PACK_MM = 8;

/** When each part begins, in ms of the work. */
const AT_MS = { spread: 620, lift: 1_980, turn: 2_480, gather: 4_700, away: 5_650, end: 6_300 };
/** How long the ribbon takes to turn over, and each card of it, in ms. */
const [TURN_MS, EACH_MS] = [1_250, 420] as const;

/** How long the whole work takes, in ms. */
export const RIBBON_MS = AT_MS.end;

/** A place on the curve of the ribbon, `x` mm from its middle. */
function onCurve(x: number): Place {
  const slope = (2 * CURL * x) / REACH ** 2;
  return { x, y: MIDDLE_Y + CURL * (x / REACH) ** 2, angle: (Math.atan(slope) * 180) / Math.PI };
}

const placeOf = (nth: number): number => lerp(-REACH, REACH, nth / (CARDS - 1));

/** Where the pack is: on its way from the discards, across the felt, and back. */
function packAt(ms: number): Place & { lift: number } {
  const there = easeInOut(progress(ms, 0, AT_MS.spread));
  const back = easeInOut(progress(ms, AT_MS.away, AT_MS.end - AT_MS.away));
  const across = easeInOut(progress(ms, AT_MS.spread, AT_MS.lift - AT_MS.spread - 120));
  const gathered = easeIn(progress(ms, AT_MS.gather, AT_MS.away - AT_MS.gather));
  const x = ms < AT_MS.gather ? lerp(-REACH, REACH, across) : lerp(REACH, -REACH, gathered);
  const away = Math.max(1 - there, back);
  return { ...between(onCurve(x), DISCARDS, away), lift: 22 * away };
}

/** The cards of the ribbon at a moment of the work, face down until they turn. */
export function ribbonAt(ms: number): CardPose[] {
  const pack = packAt(ms);
  const cards = Array.from({ length: CARDS }, (_, nth): CardPose => {
    const startMs = AT_MS.turn + (nth / CARDS) * (TURN_MS - EACH_MS);
    const turn = easeInOut(progress(ms, startMs, EACH_MS));
    const isOut = placeOf(nth) < pack.x - 0.01;
    return {
      name: `ribbon ${nth}`,
      side: "",
      // A face is painted no earlier than it can be visible.
      card: turn > 0 ? cardAt(nth) : null,
      at: isOut ? onCurve(placeOf(nth)) : pack,
      travel: 1,
      turn,
      lift: isOut ? 0 : pack.lift + PACK_MM,
      axis: null,
      isAcross: false,
      dim: 0,
      // Those that turn rise above those that have not.
      depth: nth + (turn > 0 ? CARDS : 0),
    };
  });
  // Of those in the pack only the uppermost is visible.
  return cards.filter(({ lift }, nth) => lift === 0 || nth === CARDS - 1);
}

/** The paddle that does it: draws the pack out, follows the wave, and takes all cards along from the other end. */
export function ribbonBlade(ms: number): PaddlePose {
  const pack = packAt(ms);
  if (ms < AT_MS.lift) {
    const on = { ...pack, lift: pack.lift + PACK_MM, angle: handleAt(pack.x, pack.y) };
    return behind({ ...on, roll: 0, isUnder: false }, RESTS);
  }
  const [first, last] = [-REACH - 30, REACH + TAKES];
  const back = progress(ms, AT_MS.lift, AT_MS.turn - AT_MS.lift);
  const wave = progress(ms, AT_MS.turn, TURN_MS);
  const x =
    ms < AT_MS.turn ? lerp(REACH, first, easeInOut(back)) : lerp(first, last, easeInOut(wave));
  const at = ms < AT_MS.gather ? onCurve(x) : { ...pack, x: pack.x + TAKES };
  const high = ms < AT_MS.gather ? 50 * arc(back) + 34 * arc(wave) : pack.lift;
  return { ...at, angle: handleAt(at.x, at.y), lift: 4 + high, roll: 0, isUnder: false };
}
