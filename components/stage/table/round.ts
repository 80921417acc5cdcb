import type { Card } from "../../../src/round/cards.ts";
import { cosmeticNoise } from "../../../src/round/cosmetic-noise.ts";
import { FLIP_AT } from "../squeeze.ts";
import type { Squeeze } from "../squeeze.ts";
import { arc, clamp01, easeIn, easeInOut, easeOut, lerp, progress } from "../tracks.ts";
import { CARD, DISCARDS, SHOE } from "./places.ts";
import type { Place } from "./places.ts";

/* The cards of a round and the paddle that moves them, at any time. Times are in ms of the phase at its standard length. */

/** A card of a round: its side, its place, and when it is dealt and turned. */
export interface CardPlan {
  /** Unique in its round, such as `banker1`. */
  readonly name: string;
  readonly side: string;
  readonly place: Place;
  /** Null while unknown. */
  readonly card: Card | null;
  readonly dealAtMs: number;
  readonly dealMs: number;
  readonly turnAtMs: number;
  readonly turnMs: number;
  /** If left out, the paddle turns the card. */
  readonly squeeze?: Squeeze;
}

/** A card on the table. */
export interface CardPose {
  name: string;
  side: string;
  card: Card | null;
  at: Place;
  /** 0 in the shoe, 1 in its place, 2 among the discards. */
  travel: number;
  /** 0 face down, 1 face up. */
  turn: number;
  /** Whether it turns over the edge nearest the viewer, as the paddle tips it, instead of over its side. */
  isTipped: boolean;
  /** Height above the felt, in mm. */
  lift: number;
  /** The lifted corner, in radians (`Squeeze.axis`); null before and after the squeeze. */
  axis: number | null;
  /** Whether the card lies sideways in a close-up. */
  isSideways: boolean;
  /** How dark a losing card is, 0 to 1. */
  dim: number;
  /** Cards with a higher depth lie above, and those above 0.5 over a paddle that is under cards. */
  depth?: number;
}

/** The dealer's paddle: the middle of its blade, and the direction of its handle. */
export interface PaddlePose extends Place {
  /** Height of the tip above the felt, in mm. */
  lift: number;
  /** The angle between the paddle and the felt, in radians. */
  tilt: number;
  /** Whether the paddle is under the cards that are still face down, and not over all. */
  isUnder: boolean;
}

/** Time that the paddle takes to enter or to leave, in ms. */
export const ENTER_MS = 380;
/** Maximum time that the paddle waits on the table for its next action, in ms. */
const WAIT_MS = 520;
/** Distance along its handle over which the paddle enters and leaves, in mm. */
const ENTER_MM = 480;
/** Distance from the middle of a card to the middle of the blade that moves it, in mm. */
export const BLADE_OFFSET_MM = 54;
/** Distance from the middle of the blade to its tip, in mm. */
export const TIP_MM = 75;
/** The tilt of a paddle whose tip is on the felt, in radians. */
export const REST_TILT = 0.1;
/** The tilt at which a tipped card leaves the paddle, in radians. */
const MAX_TILT = 1.15;
/** Height of the paddle's tap on the next card, in mm. */
const TAP_MM = 22;
/** Direction of the handle at the shoe, in degrees. */
const SHOE_ANGLE = 32;
/** Share of a turn after which the card is on its edge and falls over without the paddle. */
const ON_EDGE = 0.55;
/** Maximum random offset of a card from its place, in mm. */
const OFFSET_MM = 1.4;
/** Maximum random rotation of a card, in degrees. */
const ROTATION = 1.1;

/** Adds a small random offset to a place, so that cards do not lie perfectly straight. */
export function jitter(place: Place, round: number, nth: number): Place {
  const either = (which: number) => 2 * cosmeticNoise(round, nth, which) - 1;
  return {
    x: place.x + OFFSET_MM * either(31),
    y: place.y + OFFSET_MM * either(32),
    angle: place.angle + ROTATION * either(33),
  };
}

/** A place on the straight line between two others. */
export const between = (from: Place, to: Place, share: number): Place => ({
  x: lerp(from.x, to.x, share),
  y: lerp(from.y, to.y, share),
  angle: lerp(from.angle, to.angle, share),
});

/** How far a tipped card has turned: the paddle lifts it to its edge, from which it falls. */
const tippedAt = (turning: number): number =>
  turning < ON_EDGE
    ? 0.5 * easeInOut(turning / ON_EDGE)
    : 0.5 + 0.5 * easeIn((turning - ON_EDGE) / (1 - ON_EDGE));

/**
 * The edge on which a tipped card turns, in mm behind the middle of its place, for its angle to the felt in radians
 * (pi: face up) and its length away from the viewer in mm. It slides back while the card falls.
 */
export function footMm(angle: number, lengthMm: number): number {
  const slid = easeInOut(clamp01((angle - 1) / (Math.PI - 1)));
  return lengthMm * (slid - 0.5);
}

export const isSideways = ({ angle }: Place): boolean => Math.abs(angle) > 45;

/** A card as it is dealt and turned; null while it is in the shoe. */
export function dealtCard(plan: CardPlan, elapsedMs: number): CardPose | null {
  const dealt = progress(elapsedMs, plan.dealAtMs, plan.dealMs);
  if (dealt === 0) {
    return null;
  }
  const turning = progress(elapsedMs, plan.turnAtMs, plan.turnMs);
  const grip = plan.squeeze?.(turning);
  const travel = easeInOut(dealt);
  return {
    name: plan.name,
    side: plan.side,
    card: plan.card,
    at: between(SHOE, plan.place, travel),
    travel,
    turn: grip ? grip.turn : tippedAt(turning),
    isTipped: true,
    lift: dealt < 1 ? 3 * (1 - easeIn(dealt)) : 0,
    axis: grip && turning > 0 && turning < 1 ? grip.axis : null,
    isSideways: plan.squeeze?.isSideways ?? false,
    dim: 0,
    depth: turning < 1 ? 1 : 0,
  };
}

/** When the cards of a round are swept to the discards, in ms of phase `waiting`. */
export interface Sweep {
  fromMs: number;
  toMs: number;
}

/** Distance in mm from the middle of a card to the middle of the blade that pushes it to the left. */
export const PUSH_MM = CARD.width / 2 + 20;
/** Share of the stroke across the felt; the rest goes to the discards. */
const ACROSS = 0.6;

/** The sweeping paddle: from the right of the cards across the felt, then to the discards. */
function sweepAt(plans: readonly CardPlan[], ms: number, { fromMs, toMs }: Sweep): PaddlePose {
  const places = plans.map(({ place }) => place);
  const [left, right] = [Math.min, Math.max].map((most) => most(...places.map(({ x }) => x))) as [
    number,
    number,
  ];
  const y = places.reduce((sum, place) => sum + place.y, 0) / places.length;
  const share = easeInOut(progress(ms, fromMs, toMs - fromMs));
  const [across, back] = [clamp01(share / ACROSS), clamp01((share - ACROSS) / (1 - ACROSS))];
  const x = lerp(lerp(right + CARD.width, left + PUSH_MM, across), DISCARDS.x + PUSH_MM, back);
  const at = { x, y: lerp(y, DISCARDS.y + 12, back) };
  return {
    ...at,
    angle: handleAt(at.x, at.y),
    lift: 1 + 40 * back ** 3,
    tilt: REST_TILT,
    isUnder: false,
  };
}

/** A card after its reveal: open in its place until the paddle pushes it to the discards. */
export function finishedCard(
  plan: CardPlan,
  elapsedMs: number,
  plans: readonly CardPlan[],
  sweep: Sweep | null,
  dim: number,
): CardPose | null {
  const blade = sweep && elapsedMs > sweep.fromMs ? sweepAt(plans, elapsedMs, sweep) : null;
  if (sweep && elapsedMs >= sweep.toMs) {
    return null;
  }
  const { place } = plan;
  const pushed = blade === null ? 0 : Math.max(0, place.x + PUSH_MM - blade.x);
  // Pushed cards move closer together.
  const along = clamp01(pushed / 200);
  const y = blade === null ? place.y : lerp(place.y, blade.y, along);
  const back = blade === null ? 0 : clamp01((blade.lift - 1) / 40);
  return {
    name: plan.name,
    side: plan.side,
    card: plan.card,
    at: { x: place.x - pushed, y, angle: lerp(place.angle, DISCARDS.angle, along) },
    travel: 1 + Math.min(0.999, pushed / (place.x - DISCARDS.x)),
    turn: 1,
    isTipped: true,
    lift: 20 * back,
    axis: null,
    isSideways: false,
    dim,
  };
}

/** The progress of a squeeze: how far the edge is rolled back, and then how far the card is turned over; 0 to 1. */
export function squeezeShares(turn: number): { rolled: number; over: number } {
  return { rolled: clamp01(turn / FLIP_AT), over: clamp01((turn - FLIP_AT) / (1 - FLIP_AT)) };
}

/** A movement of the paddle between two times, in ms of the phase. */
export interface PaddleAction {
  fromMs: number;
  toMs: number;
  at(elapsedMs: number): PaddlePose;
  /** Cards that are not part of the round. */
  cards?(elapsedMs: number): CardPose[];
}

/** Direction of the handle at a place on the felt, towards the dealer behind the middle of the table, in degrees. */
export const handleAt = (x: number, y: number): number =>
  (Math.atan2(0.6 * x, 900 - y) * 180) / Math.PI;

/** Moves a place by a distance along the handle, in mm. */
export function behind<At extends Place>(place: At, by: number): At {
  const angle = (place.angle * Math.PI) / 180;
  return { ...place, x: place.x - by * Math.sin(angle), y: place.y + by * Math.cos(angle) };
}

/** The paddle flat on a card. */
const FLAT = { lift: 1, tilt: REST_TILT, isUnder: false } as const;

/**
 * The actions that deal and turn the cards of a round. A card under another one is dealt with it, in one stroke; cards
 * that turn at the same time are tipped together.
 */
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
        const { at, travel } = dealtCard(plan, Math.max(ms, dealAtMs + 1)) ?? {
          at: SHOE,
          travel: 0,
        };
        const angle = lerp(SHOE_ANGLE, handleAt(at.x, at.y), travel);
        return behind({ ...at, ...FLAT, angle }, BLADE_OFFSET_MM);
      },
    };
    const tipped = plans.filter((one) => one.turnAtMs === turnAtMs && !one.squeeze);
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
  const on = behind({ ...SHOE, ...FLAT, angle: SHOE_ANGLE }, BLADE_OFFSET_MM);
  return {
    fromMs,
    toMs,
    at: (ms) => ({ ...on, lift: on.lift + TAP_MM * arc(progress(ms, fromMs, 300)) }),
  };
}

/** The action that pushes all cards to the discards in one stroke. */
export function sweepActions(plans: readonly CardPlan[], sweep: Sweep): PaddleAction[] {
  return [{ ...sweep, at: (ms) => sweepAt(plans, ms, sweep) }];
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
  if (left && coming && gapMs <= WAIT_MS + 2 * ENTER_MS) {
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
  const behindCards = from.isUnder || to.isUnder ? 120 : 0;
  return {
    x: lerp(from.x, to.x, share),
    y: lerp(from.y, to.y, share) + behindCards * swing,
    angle: lerp(from.angle, to.angle, share),
    lift: lerp(from.lift, to.lift, share) + 16 * swing,
    tilt: lerp(from.tilt, to.tilt, Math.min(1, 2 * share)),
    isUnder: (share < 0.5 ? from : to).isUnder,
  };
}
