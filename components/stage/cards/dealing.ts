import type { Card } from "../../../src/round/cards.ts";
import type { CardLook, CardPart } from "../kit.ts";
import type { SideLight } from "../lights.ts";
import { SETTLE_MS, SWEEP_MS } from "../times.ts";
import { arc, easeIn, easeInOut, easeOut, lerp, progress } from "../tracks.ts";
import type { Ease } from "../tracks.ts";
import { OUT_AT, squeeze } from "./squeeze.ts";

/** How a card of a round stands, wherever its place is on the table. */
export interface CardPose extends CardLook {
  /** 0 in the shoe, 1 on its place, 2 swept off the table. */
  travel: number;
}

/** When a card is dealt and turned, in ms of phase `revealing`. */
export interface CardTimes {
  dealAtMs: number;
  dealMs: number;
  turnAtMs: number;
  turnMs: number;
  /** How it is turned; by a steady hand when left out. */
  ease?: Ease;
}

/** How large a card is seen in the mouth of the shoe, by its size on the table. */
const IN_SHOE = 0.4;

/** How high a card is held before it is turned, and how long the hand takes for that, in ms. */
const [HELD, HOLD_MS] = [0.3, 420];

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
  bend: 0,
  gleam: 0,
  lift: 0,
  dim: 0,
  secret: false,
};

/** A card on its way from the shoe to its place, and over onto its face. */
export function dealtCard(card: Card, elapsedMs: number, times: CardTimes): CardPose {
  const way = progress(elapsedMs, times.dealAtMs, times.dealMs);
  const landed = progress(elapsedMs, times.dealAtMs + times.dealMs, SETTLE_MS);
  const turned = progress(elapsedMs, times.turnAtMs + times.turnMs, SETTLE_MS);
  const turning = progress(elapsedMs, times.turnAtMs, times.turnMs);
  const turn = (times.ease ?? easeInOut)(turning);
  // The hand takes it up before it turns it, and lays it down with that.
  const held = HELD * easeInOut(progress(elapsedMs, times.turnAtMs - HOLD_MS, HOLD_MS));
  return {
    card,
    travel: easeOut(way),
    turn,
    secret: times.ease === squeeze && turn < OUT_AT,
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

/** A card face up on its place: a winner's is raised, and a gleam may run over it. */
export function restingCard(card: Card, { lit, dim }: SideLight, gleam: number): CardPose {
  return { card, travel: 1, turn: 1, bend: 0, gleam, lift: RAISED * lit, dim, secret: false };
}

/** A card swept off the table from `startMs` of phase `waiting`. */
export function sweptCard(
  card: Card,
  elapsedMs: number,
  startMs: number,
  { lit, dim }: SideLight,
): CardPose {
  const share = progress(elapsedMs, startMs, SWEEP_MS.card);
  return {
    card,
    travel: 1 + easeIn(share) ** 1.3,
    turn: 1,
    bend: 0.7 * easeOut(share),
    gleam: 0,
    lift: Math.max(RAISED * lit * (1 - share), arc(share) * 0.5),
    dim,
    secret: false,
  };
}

/** A spot on the table where a card can lie: CSS pixels, and radians clockwise. */
export interface Spot {
  x: number;
  y: number;
  angle: number;
}

/** The spots a card passes. */
export interface Way {
  shoe: Spot;
  place: Spot;
  off: Spot;
}

/** Lays a card where its pose says it is on its way. */
export function layCard(part: CardPart, pose: CardPose, way: Way, depth: number): void {
  const { travel } = pose;
  const [from, to] = travel <= 1 ? [way.shoe, way.place] : [way.place, way.off];
  const share = travel <= 1 ? travel : travel - 1;
  part.place({
    x: lerp(from.x, to.x, share),
    y: lerp(from.y, to.y, share),
    angle: lerp(from.angle, to.angle, share),
    // Out of the shoe it comes towards the eye, no sooner than there is room for it; one that has lost sinks back a little.
    scale: lerp(IN_SHOE, 1, Math.min(1, travel)) * (1 - 0.06 * pose.dim),
    // In the shoe, and off the table, there is nothing to be seen.
    alpha: travel <= 0 || travel >= 2 ? 0 : 1,
    depth,
  });
  // After its place: a turning card fits its strips to the pixels it lies on.
  part.show(pose);
}

/** How far a loser's cards slide back, by the width of one, and how much darker they are there. */
const [SLID_BACK, SUNK] = [0.055, 0.1];

/** Lays a card of a finished hand: a loser's has slid `back` so far, 0 to 1 (`slidBack`). */
export function layCardOfHand(
  part: CardPart,
  pose: CardPose,
  way: Way,
  { back, widthPx }: { back: number; widthPx: number },
): void {
  const place = { ...way.place, y: way.place.y + SLID_BACK * widthPx * back };
  layCard(part, { ...pose, dim: pose.dim + SUNK * back }, { ...way, place }, 0);
}
