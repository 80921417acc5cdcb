import { arc, easeIn, easeInOut, easeOut, lerp, progress } from "../easing.ts";
import { between, footMm, isSideways, ON_EDGE, tippedAt } from "./card-poses.ts";
import type { CardPlan, CardPose } from "./card-poses.ts";
import { CARD, SHOE } from "./places.ts";
import type { Place } from "./places.ts";

/* The paddle as it deals and turns cards, and on its way between any actions. Times as in `card-poses.ts`. */

/** The dealer's paddle: the centre of its blade, and the direction of its handle. */
export interface PaddlePose extends Place {
  /** Height of the tip above the felt, in mm. */
  lift: number;
  /** The angle between the paddle and the felt, in radians. */
  tilt: number;
  /** Whether the paddle is under the cards that are still face down, instead of over all cards. */
  isUnder: boolean;
}

export const ENTER_MS = 380;
const MAX_WAIT_MS = 520;
/** Distance along its handle over which the paddle enters and leaves, in mm. */
const ENTER_MM = 480;
/** Distance from the centre of a card to the centre of the blade that moves it, in mm. */
export const BLADE_OFFSET_MM = 54;
export const TIP_MM = 75;
/** The tilt of a paddle whose tip is on the felt, in radians. */
const REST_TILT = 0.1;
/** The tilt at which a tipped card leaves the paddle, in radians. */
const MAX_TILT = 1.15;
const TAP_MM = 22;
const SHOE_DEG = 32;

export interface PaddleAction {
  fromMs: number;
  toMs: number;
  at(elapsedMs: number): PaddlePose;
  /** Cards that are not part of the round. */
  cards?(elapsedMs: number): CardPose[];
}

/** The handle's direction at a place on the felt, towards the dealer behind the centre of the table, in degrees. */
export const handleAt = (x: number, y: number): number =>
  (Math.atan2(0.6 * x, 900 - y) * 180) / Math.PI;

/** Moves a place by a distance along the handle, in mm. */
export function behind<At extends Place>(place: At, by: number): At {
  const angle = (place.angle * Math.PI) / 180;
  return { ...place, x: place.x - by * Math.sin(angle), y: place.y + by * Math.cos(angle) };
}

export const FLAT = { lift: 1, tilt: REST_TILT, isUnder: false } as const;

/** A card under another is dealt with it, in one stroke; cards that turn at the same time are tipped together. */
export function dealActions(plans: readonly CardPlan[]): PaddleAction[] {
  const isUnderAnother = ({ dealAtMs, dealMs }: CardPlan) =>
    plans.some(
      (other) => other.dealAtMs < dealAtMs && other.dealAtMs + other.dealMs > dealAtMs + dealMs,
    );
  const actions = plans.flatMap((plan): PaddleAction[] => {
    const { dealAtMs, dealMs, turnAtMs, turnMs, place } = plan;
    const deal: PaddleAction = {
      fromMs: dealAtMs,
      toMs: dealAtMs + dealMs,
      at(ms) {
        const travel = easeInOut(progress(ms, dealAtMs, dealMs));
        const at = between(SHOE, place, travel);
        const angle = lerp(SHOE_DEG, handleAt(at.x, at.y), travel);
        return behind({ ...at, ...FLAT, angle }, BLADE_OFFSET_MM);
      },
    };
    const tipped = plans.filter((card) => card.turnAtMs === turnAtMs && !card.squeeze);
    const x = tipped.reduce((sum, one) => sum + one.place.x, 0) / tipped.length;
    const turn: PaddleAction = {
      fromMs: turnAtMs,
      toMs: turnAtMs + ON_EDGE * turnMs,
      // The tip stays at the edge that remains on the felt.
      at(ms) {
        const angle = Math.PI * tippedAt(progress(ms, turnAtMs, turnMs));
        const tilt = Math.min(MAX_TILT, Math.max(REST_TILT, angle));
        const foot = { x, y: place.y, angle: 0, lift: 0, tilt, isUnder: true };
        return behind(foot, TIP_MM + footMm(angle, isSideways(place) ? CARD.width : CARD.height));
      },
    };
    return [
      ...(isUnderAnother(plan) ? [] : [deal]),
      ...(tipped[0] === plan && Number.isFinite(turnAtMs) ? [turn] : []),
    ];
  });
  // The paddle is on the first card when bets close.
  const firstMs = Math.min(...actions.map(({ fromMs }) => fromMs));
  return actions.map((action) =>
    action.fromMs === firstMs ? { ...action, fromMs: Math.min(0, firstMs) } : action,
  );
}

/** The action that puts the paddle on the next card in the shoe, with a tap, and waits there. */
export function readyAction(fromMs: number, toMs: number): PaddleAction {
  const on = behind({ ...SHOE, ...FLAT, angle: SHOE_DEG }, BLADE_OFFSET_MM);
  return {
    fromMs,
    toMs,
    at: (ms) => ({ ...on, lift: on.lift + TAP_MM * arc(progress(ms, fromMs, 300)) }),
  };
}

/** The paddle during its actions and on its way between them; null while it is off the table. */
export function paddleAt(actions: readonly PaddleAction[], elapsedMs: number): PaddlePose | null {
  const ordered = actions
    .filter(({ fromMs }) => fromMs > -1_000)
    .toSorted((a, b) => a.fromMs - b.fromMs);
  const now = ordered.find(({ fromMs, toMs }) => elapsedMs >= fromMs && elapsedMs < toMs);
  if (now) {
    return now.at(elapsedMs);
  }
  const last = ordered.findLast(({ toMs }) => toMs <= elapsedMs);
  const next = ordered.find(({ fromMs }) => fromMs > elapsedMs);
  const left = last?.at(last.toMs - 1);
  const coming = next?.at(next.fromMs);
  const gapMs =
    (next?.fromMs ?? Number.POSITIVE_INFINITY) - (last?.toMs ?? Number.NEGATIVE_INFINITY);
  if (left && coming && gapMs <= MAX_WAIT_MS + 2 * ENTER_MS) {
    return moved(left, coming, easeInOut(progress(elapsedMs, last?.toMs ?? 0, gapMs)));
  }
  if (left && last && elapsedMs < last.toMs + ENTER_MS) {
    const away = easeIn(progress(elapsedMs, last.toMs, ENTER_MS));
    return behind(
      { ...left, tilt: lerp(left.tilt, REST_TILT, away), lift: left.lift + 60 * away },
      ENTER_MM * away,
    );
  }
  if (coming && next && elapsedMs > next.fromMs - ENTER_MS) {
    const away = 1 - easeOut(progress(elapsedMs, next.fromMs - ENTER_MS, ENTER_MS));
    return behind({ ...coming, lift: coming.lift + 60 * away }, ENTER_MM * away);
  }
  return null;
}

/** The paddle between two actions. It passes behind the cards to get under them or out from under them. */
function moved(from: PaddlePose, to: PaddlePose, share: number): PaddlePose {
  const swing = Math.sin(Math.PI * share);
  const at = between(from, to, share);
  const behindCards = from.isUnder || to.isUnder ? 120 : 0;
  return {
    ...at,
    y: at.y + behindCards * swing,
    lift: lerp(from.lift, to.lift, share) + 16 * swing,
    tilt: lerp(from.tilt, to.tilt, Math.min(1, 2 * share)),
    isUnder: (share < 0.5 ? from : to).isUnder,
  };
}
