import { clamp01, easeInOut, lerp, progress } from "../easing.ts";
import { SWEEP_MS } from "../times.ts";
import type { CardPlan, CardPose } from "./card-poses.ts";
import { FLAT, handleAt } from "./paddle-actions.ts";
import type { PaddleAction, PaddlePose } from "./paddle-actions.ts";
import { CARD, DISCARDS } from "./places.ts";

/* All cards' sweep to the discards. Times are in ms from the start of `waiting`. */

/** Distance in mm from the centre of a card to the centre of the blade that pushes it to the left. */
export const PUSH_MM = CARD.width / 2 + 20;
/** Share of the stroke that crosses the felt; the rest goes to the discards. */
const ACROSS = 0.6;

/** The sweeping paddle: from the right of the cards across the felt, then to the discards. */
function sweepAt(plans: readonly CardPlan[], ms: number): PaddlePose {
  const xs = plans.map(({ place }) => place.x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const y = plans.reduce((sum, { place }) => sum + place.y, 0) / plans.length;
  const share = easeInOut(progress(ms, SWEEP_MS.fromMs, SWEEP_MS.toMs - SWEEP_MS.fromMs));
  const [across, back] = [clamp01(share / ACROSS), clamp01((share - ACROSS) / (1 - ACROSS))];
  const x = lerp(lerp(right + CARD.width, left + PUSH_MM, across), DISCARDS.x + PUSH_MM, back);
  const at = { x, y: lerp(y, DISCARDS.y + 12, back) };
  return { ...at, ...FLAT, angle: handleAt(at.x, at.y), lift: 1 + 40 * back ** 3 };
}

/** A card after its reveal: open in its place until the paddle pushes it to the discards. In `result`, `ms` is 0. */
export function finishedCard(
  { name, side, card, place }: CardPlan,
  plans: readonly CardPlan[],
  ms: number,
  dim: number,
): CardPose | null {
  if (ms >= SWEEP_MS.toMs) {
    return null;
  }
  const blade = sweepAt(plans, ms);
  const pushed = Math.max(0, place.x + PUSH_MM - blade.x);
  // Pushed cards move closer together.
  const along = clamp01(pushed / 200);
  const y = lerp(place.y, blade.y, along);
  return {
    name,
    side,
    card,
    at: { x: place.x - pushed, y, angle: lerp(place.angle, DISCARDS.angle, along) },
    travel: 1 + Math.min(0.999, pushed / (place.x - DISCARDS.x)),
    turn: 1,
    isTipped: true,
    lift: 20 * clamp01((blade.lift - 1) / 40),
    axis: null,
    isSideways: false,
    dim,
  };
}

export function sweepAction(plans: readonly CardPlan[]): PaddleAction {
  return { ...SWEEP_MS, at: (ms) => sweepAt(plans, ms) };
}
