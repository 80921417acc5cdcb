import type { Card } from "../../../src/round/cards.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { whim } from "../../../src/round/whim.ts";
import type { CardLook, CardPart } from "../kit.ts";
import { gleamOver, sweepAtMs } from "../lights.ts";
import type { SideLight } from "../lights.ts";
import { SETTLE_MS, SWEEP_MS } from "../times.ts";
import { arc, clamp01, easeIn, easeInOut, easeOut, lerp, progress } from "../tracks.ts";
import { OUT_AT } from "./squeeze.ts";
import type { Squeeze } from "./squeeze.ts";
import { isTurnedDown, sweepOf } from "./sweeps.ts";
import type { Sweep } from "./sweeps.ts";

/** How a card of a round stands, wherever its place is on the table. */
export interface CardPose extends CardLook {
  /** 0 in the shoe, 1 on its place, 2 swept off the table. */
  travel: number;
  /** What no two cards have alike, 0 to 1: how far it strays from its way and its place. */
  stray: number;
  /** How far it lies as the table is seen, 0 to 1: one that is lifted or bent is held towards the eye. */
  flat: number;
  /** How the cards of this round are swept off (`sweeps.ts`). */
  sweep: Sweep;
}

/** When a card is dealt, in ms of phase `revealing`. */
interface DealTimes {
  dealAtMs: number;
  dealMs: number;
  /** See `CardPose`; 0 when left out. */
  stray?: number | undefined;
}

/** When a card is dealt and turned, in ms of phase `revealing`. */
export interface CardTimes extends DealTimes {
  turnAtMs: number;
  turnMs: number;
  /** How it is squeezed; it is turned by a steady hand when left out. */
  squeeze?: Squeeze;
}

/** When cards were dealt that lay there before the reveal. */
export const LONG_AGO = -60_000;

/** How slowly a card comes out of the shoe before it slides: 1 would be at once. */
const DRAWN = 1.4;

/** How large a card is seen in the mouth of the shoe, by its size on the table. */
const IN_SHOE = 0.4;

/**
 * How high a card is held before it is turned, and how long the hand takes for that, in ms: it may not begin
 * before the cards lie open that say when this one is turned.
 */
const [HELD, HOLD_MS] = [0.3, 280];

/** How high a winner's card is held up to the light. */
const RAISED = 0.4;

/** How much a card is bowed as it leaves the shoe, and as it touches the felt. */
const [CARRIED, LANDING] = [0.85, 0.5];

/** What is left of a card's spring a share of the time after it came down on the felt. */
const spring = (share: number): number => Math.cos(2.2 * Math.PI * share) * (1 - share) ** 2;

/** A card still in the shoe: nobody knows it yet. */
export const UNDEALT: CardPose = {
  card: null,
  travel: 0,
  turn: 0,
  axis: 0,
  bend: 0,
  gleam: 0,
  lift: 0,
  dim: 0,
  secret: false,
  stray: 0,
  flat: 0,
  sweep: 0,
};

/** What is a card's own in a round, 0 to 1. */
export const strayOf = (round: number, nth: number): number => whim(round, nth, 5);

/** A card that is dealt before anybody knows its face, and lies. */
export function waitingCard(elapsedMs: number, { dealAtMs, dealMs, stray }: DealTimes): CardPose {
  const never = { turnAtMs: Number.POSITIVE_INFINITY, turnMs: 1 };
  return poseOf(null, elapsedMs, { dealAtMs, dealMs, stray, ...never });
}

/** A card on its way from the shoe to its place, and over onto its face. */
export function dealtCard(card: Card, elapsedMs: number, times: CardTimes): CardPose {
  return poseOf(card, elapsedMs, times);
}

function poseOf(card: Card | null, elapsedMs: number, times: CardTimes): CardPose {
  const way = progress(elapsedMs, times.dealAtMs, times.dealMs);
  if (way === 0) {
    return UNDEALT;
  }
  const landed = progress(elapsedMs, times.dealAtMs + times.dealMs, SETTLE_MS);
  const turned = progress(elapsedMs, times.turnAtMs + times.turnMs, SETTLE_MS);
  const turning = progress(elapsedMs, times.turnAtMs, times.turnMs);
  const { turn, axis } = times.squeeze?.(turning) ?? { turn: easeInOut(turning), axis: 0 };
  // The hand takes it up before it turns it, and lays it down with that.
  const held = HELD * easeInOut(progress(elapsedMs, times.turnAtMs - HOLD_MS, HOLD_MS));
  return {
    card,
    travel: easeOut(way ** DRAWN),
    turn,
    axis,
    stray: times.stray ?? 0,
    flat: flatAt(elapsedMs, times),
    sweep: 0,
    secret: times.squeeze !== undefined && turn < OUT_AT,
    // Paper springs: once when it is laid down, and once more when it has been turned.
    bend:
      (way < 1 ? lerp(CARRIED, LANDING, way) : LANDING * spring(landed)) +
      LANDING * arc(turned) * spring(turned),
    gleam: 0,
    // It drops on the felt at the end of its way, with weight.
    lift: Math.max(1 - easeIn(way) ** 2, held * (1 - easeIn(turning))),
    dim: 0,
  };
}

/** How flat a card lies: as it settles on the felt, until it is taken up, and again when it lies open. */
function flatAt(elapsedMs: number, { dealAtMs, dealMs, turnAtMs, turnMs }: CardTimes): number {
  const since = (laidMs: number) => easeInOut(progress(elapsedMs, laidMs, SETTLE_MS));
  return elapsedMs < turnAtMs
    ? Math.min(
        since(dealAtMs + dealMs),
        1 - easeInOut(progress(elapsedMs, turnAtMs - HOLD_MS, HOLD_MS)),
      )
    : since(turnAtMs + turnMs);
}

/** A card face up on its place: a winner's is raised, and a gleam may run over it. */
function restingCard(card: Card, { lit, dim }: SideLight, gleam: number, stray: number): CardPose {
  return { ...UNDEALT, card, travel: 1, turn: 1, gleam, lift: RAISED * lit, dim, stray, flat: 1 };
}

/** A finished card: the nth of its side, and how it is swept. */
interface Finished {
  side: string;
  nth: number;
  light: SideLight;
  stray: number;
  /** How far the first card of its side is swept, 0 to 1, when this one is taken along; 0 when left out. */
  from?: number;
}

/** A card of a finished hand, in phase `result` or `waiting`. */
export function finishedCard(
  { phase, round, result }: { phase: Phase; round: number; result: string | null },
  elapsedMs: number,
  card: Card,
  { side, nth, light, stray, from = 0 }: Finished,
): CardPose {
  return phase === "result"
    ? restingCard(card, light, gleamOver(elapsedMs, light.lit, nth), stray)
    : sweptCard(card, elapsedMs, sweepAtMs(side, result), light, {
        stray,
        sweep: sweepOf(round),
        from,
      });
}

/** A card that is turned down as it is swept stays in its shade for such a share of its way. */
const SHADED = 0.2;

/** How fast what is swept becomes: 1 would be as fast as ever from the first moment on. */
const SWIFT = 2.6;

/**
 * A card swept off the table, where a hand begins with that at `startMs` of phase `waiting`. One that is taken along
 * from further on is with that hand from there to the end.
 */
function sweptCard(
  card: Card,
  elapsedMs: number,
  startMs: number,
  { lit, dim }: SideLight,
  { stray, sweep, from = 0 }: Pick<CardPose, "stray" | "sweep"> & { from?: number },
): CardPose {
  const done = progress(elapsedMs, startMs, SWEEP_MS.card);
  const takenAt = from ** (1 / SWIFT);
  const share = progress(done, takenAt, 1 - takenAt);
  const isDown = isTurnedDown(sweep);
  return {
    ...UNDEALT,
    card,
    travel: 1 + progress(done ** SWIFT, from, 1 - from),
    turn: isDown ? 1 - easeInOut(clamp01((share - SHADED) / (0.8 - SHADED))) : 1,
    bend: 0.7 * easeOut(share),
    flat: 1 - easeInOut(clamp01(share / SHADED)),
    lift: Math.max(RAISED * lit * (1 - share), arc(share) * 0.5),
    // One that is turned over is held up to the lamp with that.
    dim: isDown ? dim * (1 - clamp01(share / SHADED)) : dim,
    stray,
    sweep,
  };
}

/** A spot on the table where a card can lie: CSS pixels, and radians clockwise. */
export interface Spot {
  x: number;
  y: number;
  angle: number;
  /** As `Placement.lean`, of what lies flat there; 0 when left out. */
  lean?: number;
}

/** The spot of what is not laid yet. */
export const NOWHERE: Spot = { x: 0, y: 0, angle: 0 };

/** The spots a card passes. */
export interface Way {
  shoe: Spot;
  place: Spot;
  off: Spot;
  /** How far its way to the place bends aside, by the length of that; not at all when left out. */
  bow?: number;
}

/** How far cards are laid beside their places, in widths of a card, how askew, and how bent their ways are. */
const STRAYS = { aside: 0.014, askew: 0.014, bow: 0.12 } as const;

/** The way of a card that is dealt by hand: a little different each time. */
export function strayedWay({ place, ...way }: Way, stray: number, cardPx: number): Way {
  const either = (nth: number) => 2 * whim(stray * 2 ** 32, nth) - 1;
  return {
    ...way,
    place: {
      x: place.x + STRAYS.aside * cardPx * either(1),
      y: place.y + STRAYS.aside * cardPx * either(2),
      angle: place.angle + STRAYS.askew * either(3),
      lean: place.lean ?? 0,
    },
    // Towards the viewer: behind the shoe the table ends.
    bow: -STRAYS.bow * whim(stray * 2 ** 32, 4),
  };
}

/** Where a card is on its way. */
export function spotOn(way: Way, travel: number): Spot {
  const [from, to] = travel <= 1 ? [way.shoe, way.place] : [way.place, way.off];
  const share = travel <= 1 ? travel : travel - 1;
  const aside = travel < 1 ? (way.bow ?? 0) * arc(share) : 0;
  return {
    x: lerp(from.x, to.x, share) - (to.y - from.y) * aside,
    y: lerp(from.y, to.y, share) + (to.x - from.x) * aside,
    angle: lerp(from.angle, to.angle, share),
    lean: lerp(from.lean ?? 0, to.lean ?? 0, share),
  };
}

/** How large a card is on its way, by its size on the table. */
const scaleOn = (travel: number): number => lerp(IN_SHOE, 1, Math.min(1, travel));

/** Lays a card where its pose says it is on its way: there. */
function layCard(part: CardPart, pose: CardPose, way: Way, depth: number): Spot {
  const { travel } = pose;
  const spot = spotOn(way, travel);
  part.place({
    ...spot,
    lean: (spot.lean ?? 0) * pose.flat,
    // Out of the shoe it comes towards the eye, no sooner than there is room for it; one that has lost sinks back a little.
    scale: scaleOn(travel) * (1 - 0.06 * pose.dim),
    // In the shoe, and off the table, there is nothing to be seen.
    alpha: travel <= 0 || travel >= 2 ? 0 : 1,
    depth,
  });
  // After its place: a turning card fits its strips to the pixels it lies on.
  part.show(pose);
  return spot;
}

/** How far a loser's cards slide back, by the width of one, and how much darker they are there. */
const [SLID_BACK, SUNK] = [0.055, 0.1];

/** Lays a card of a finished hand: there. A loser's has slid `back` so far, 0 to 1 (`slidBack`). */
export function layCardOfHand(
  part: CardPart,
  pose: CardPose,
  way: Way,
  { back, widthPx }: { back: number; widthPx: number },
): Spot {
  const own = strayedWay(way, pose.stray, widthPx);
  const place = { ...own.place, y: own.place.y + SLID_BACK * widthPx * back };
  return layCard(part, { ...pose, dim: pose.dim + SUNK * back }, { ...own, place }, 0);
}
