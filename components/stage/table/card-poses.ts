import type { Card } from "../../../src/round/cards.ts";
import { cosmeticNoise } from "../../../src/round/cosmetic-noise.ts";
import { clamp01, easeIn, easeInOut, lerp, progress } from "../easing.ts";
import { FLIP_AT } from "../squeeze.ts";
import type { Squeeze } from "../squeeze.ts";
import { SHOE } from "./places.ts";
import type { Place } from "./places.ts";

/* A round's cards as they are dealt and turned. Times are in ms since the phase began, at its standard length. */

/** A round's card: its side, its place, and when it is dealt and turned. */
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
  /** If omitted, the paddle turns the card. */
  readonly squeeze?: Squeeze;
}

export interface CardPose {
  name: string;
  side: string;
  card: Card | null;
  at: Place;
  /** 0 in the shoe, 1 in its place, 2 among the discards. */
  travel: number;
  /** 0 face down, 1 face up. */
  turn: number;
  /** Whether the card turns over the edge nearest the viewer, as the paddle tips it, instead of over its side. */
  isTipped: boolean;
  /** Height above the felt, in mm. */
  lift: number;
  /** The lifted corner, in radians (`Squeeze.axis`); null before and after the squeeze. */
  axis: number | null;
  /** Whether the card lies sideways in a close-up. */
  isSideways: boolean;
  /** How dark a losing card is, 0 to 1. */
  dim: number;
  /** Cards with a higher depth lie above others; those above 0.5 lie over a paddle that is under cards. */
  depth?: number;
}

/** Share of a turn after which the card is on its edge and falls over without the paddle. */
export const ON_EDGE = 0.55;
const OFFSET_MM = 1.4;
const ROTATION_DEG = 1.1;

/** Adds a small random offset to a place, so that cards do not lie perfectly straight. */
export function jitter(place: Place, round: number, index: number): Place {
  const either = (which: number) => 2 * cosmeticNoise(round, index, which) - 1;
  return {
    x: place.x + OFFSET_MM * either(31),
    y: place.y + OFFSET_MM * either(32),
    angle: place.angle + ROTATION_DEG * either(33),
  };
}

export const between = (from: Place, to: Place, share: number): Place => ({
  x: lerp(from.x, to.x, share),
  y: lerp(from.y, to.y, share),
  angle: lerp(from.angle, to.angle, share),
});

/** How far a tipped card has turned: the paddle lifts it to its edge, from which it falls. */
export const tippedAt = (turning: number): number =>
  turning < ON_EDGE
    ? 0.5 * easeInOut(turning / ON_EDGE)
    : 0.5 + 0.5 * easeIn((turning - ON_EDGE) / (1 - ON_EDGE));

/**
 * The edge on which a tipped card turns, in mm behind the centre of the card's place; it slides back while the card
 * falls. `angle` is the card's angle to the felt in radians (pi: face up), `lengthMm` its length away from the viewer.
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

/** A squeeze's progress: how far the edge is rolled back, and then how far the card is turned over; 0 to 1. */
export function squeezeShares(turn: number): { rolled: number; over: number } {
  return { rolled: clamp01(turn / FLIP_AT), over: clamp01((turn - FLIP_AT) / (1 - FLIP_AT)) };
}
