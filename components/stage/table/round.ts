import type { Card } from "../../../src/round/cards.ts";
import { cosmeticNoise } from "../../../src/round/cosmetic-noise.ts";
import { OUT_AT } from "../squeeze.ts";
import type { Squeeze } from "../squeeze.ts";
import { clamp01, easeIn, easeInOut, easeOut, lerp, progress } from "../tracks.ts";
import { CARD, DISCARDS, SHOE } from "./places.ts";
import type { Place } from "./places.ts";

/* Where the cards of a round are at each moment, and the paddle that moves them. Times in ms of the phase as it is timed. */

/** A card of a round: whose it is, where it lies, and when it is dealt and turned. */
export interface CardTurn {
  /** Tells it from the others, such as `banker1`. */
  readonly name: string;
  readonly side: string;
  readonly place: Place;
  /** Null before anybody knows it. */
  readonly card: Card | null;
  readonly dealAtMs: number;
  readonly dealMs: number;
  readonly turnAtMs: number;
  readonly turnMs: number;
  /** How it is squeezed; turned by the paddle when left out. */
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
  /** Height above the felt, in mm. */
  lift: number;
  /** The edge that it is squeezed from, in radians (`Squeeze.axis`), while it is not open; null otherwise. */
  axis: number | null;
  /** Whether it lies across in close-up. */
  isAcross: boolean;
  /** The loser's shade, 0 to 1. */
  dim: number;
  /** Higher lies above; cards lie in the order in which they came when left out. */
  depth?: number;
}

/** The croupier's paddle: the middle of its blade, and where its handle leads. */
export interface PaddlePose extends Place {
  /** Height of its tip above the felt, in mm. */
  lift: number;
  /** How far its left edge is rolled up and over, in radians. */
  roll: number;
  /** It lies beneath the cards, not on them. */
  isUnder: boolean;
}

/** The paddle takes this long to come and to go, and waits this long on the table for what is next, in ms. */
export const COMES_MS = 380;
const STAYS_MS = 520;
/** How far along its handle it comes from, in mm. */
const FAR = 480;
/** On a card that it draws, the middle of the blade is this far behind the middle of the card. */
export const RESTS = 54;
/** How its handle leads from the shoe's mouth, in degrees. */
const AT_SHOE = 32;
/** The paddle takes part in this much of a turn: then the card is on its edge, and falls over. */
const TURNED = 0.46;
/** How far a card strays from its place, in mm and degrees. */
const [ASIDE, ASKEW] = [1.4, 1.1] as const;

/** No two cards are laid quite alike. */
export function strayed(place: Place, round: number, nth: number): Place {
  const either = (which: number) => 2 * cosmeticNoise(round, nth, which) - 1;
  return {
    x: place.x + ASIDE * either(31),
    y: place.y + ASIDE * either(32),
    angle: place.angle + ASKEW * either(33),
  };
}

/** A place on the straight way from one to another. */
export const between = (from: Place, to: Place, share: number): Place => ({
  x: lerp(from.x, to.x, share),
  y: lerp(from.y, to.y, share),
  angle: lerp(from.angle, to.angle, share),
});

/** A card that is dealt and turned; null while it is in the shoe. */
export function dealtCard(turn: CardTurn, elapsedMs: number): CardPose | null {
  const way = progress(elapsedMs, turn.dealAtMs, turn.dealMs);
  if (way === 0) {
    return null;
  }
  const turning = progress(elapsedMs, turn.turnAtMs, turn.turnMs);
  const grip = turn.squeeze?.(turning);
  const travel = easeInOut(way);
  return {
    name: turn.name,
    side: turn.side,
    card: turn.card,
    at: between(SHOE, turn.place, travel),
    travel,
    turn: grip ? grip.turn : easeInOut(turning),
    lift: way < 1 ? 3 * (1 - easeIn(way)) : 0,
    axis: grip && turning > 0 && turning < 1 ? grip.axis : null,
    isAcross: turn.squeeze?.isAcross ?? false,
    dim: 0,
  };
}

/** When the cards of a round are swept to the discards, in ms of its phase. */
export interface Sweep {
  fromMs: number;
  toMs: number;
}

/** Distance in mm from the middle of a card to the middle of the blade that pushes it to the left. */
export const TAKES = CARD.width / 2 + 20;
/** Share of the stroke that leads across the felt; the rest leads to the discards. */
const ACROSS = 0.6;

/** Where the paddle is as it sweeps: from beside the cards on the right across the felt, and to the discards. */
function sweepingAt(turns: readonly CardTurn[], ms: number, { fromMs, toMs }: Sweep): PaddlePose {
  const places = turns.map(({ place }) => place);
  const [left, right] = [Math.min, Math.max].map((most) => most(...places.map(({ x }) => x))) as [
    number,
    number,
  ];
  const y = places.reduce((sum, place) => sum + place.y, 0) / places.length;
  const share = easeInOut(progress(ms, fromMs, toMs - fromMs));
  const [across, back] = [clamp01(share / ACROSS), clamp01((share - ACROSS) / (1 - ACROSS))];
  const x = lerp(lerp(right + CARD.width, left + TAKES, across), DISCARDS.x + TAKES, back);
  const at = { x, y: lerp(y, DISCARDS.y + 12, back) };
  return { ...at, angle: handleAt(at.x, at.y), lift: 1 + 40 * back ** 3, roll: 0, isUnder: false };
}

/** A card whose round is over: open in its place until the paddle takes it along to the discards. */
export function finishedCard(
  turn: CardTurn,
  elapsedMs: number,
  turns: readonly CardTurn[],
  sweep: Sweep | null,
  dim: number,
): CardPose | null {
  const blade = sweep && elapsedMs > sweep.fromMs ? sweepingAt(turns, elapsedMs, sweep) : null;
  if (sweep && elapsedMs >= sweep.toMs) {
    return null;
  }
  const { place } = turn;
  const pushed = blade === null ? 0 : Math.max(0, place.x + TAKES - blade.x);
  // What is taken along lies closer and closer together.
  const along = clamp01(pushed / 200);
  const y = blade === null ? place.y : lerp(place.y, blade.y, along);
  const back = blade === null ? 0 : clamp01((blade.lift - 1) / 40);
  return {
    name: turn.name,
    side: turn.side,
    card: turn.card,
    at: { x: place.x - pushed, y, angle: lerp(place.angle, DISCARDS.angle, along) },
    travel: 1 + Math.min(0.999, pushed / (place.x - DISCARDS.x)),
    turn: 1,
    lift: 20 * back,
    axis: null,
    isAcross: false,
    dim,
  };
}

/** How far a squeeze has come: what is rolled back of all that will be, and then over onto its face; shares. */
export function squeezeShares(turn: number): { rolled: number; over: number } {
  return { rolled: clamp01(turn / OUT_AT), over: clamp01((turn - OUT_AT) / (1 - OUT_AT)) };
}

/** Something that the paddle does. */
export interface Deed {
  fromMs: number;
  toMs: number;
  at(elapsedMs: number): PaddlePose;
  /** The cards that it handles, besides those of the round. */
  cards?(elapsedMs: number): CardPose[];
}

/** Where the handle leads from a place on the felt when the croupier stands behind the middle, in degrees. */
export const handleAt = (x: number, y: number): number =>
  (Math.atan2(0.6 * x, 900 - y) * 180) / Math.PI;

/** The blade, so far behind a place along its handle. */
export function behind<At extends Place>(place: At, by: number): At {
  const angle = (place.angle * Math.PI) / 180;
  return { ...place, x: place.x - by * Math.sin(angle), y: place.y + by * Math.cos(angle) };
}

const ON = { lift: 1, roll: 0, isUnder: false } as const;

/** The paddle deals and turns the cards of a round. A card that leaves the shoe beneath another goes with it. */
export function dealingDeeds(turns: readonly CardTurn[]): Deed[] {
  const goesAlong = ({ dealAtMs, dealMs }: CardTurn) =>
    turns.some(
      (other) => other.dealAtMs < dealAtMs && other.dealAtMs + other.dealMs > dealAtMs + dealMs,
    );
  return turns.flatMap((turn): Deed[] => {
    const { dealAtMs, dealMs, turnAtMs, turnMs, squeeze, place } = turn;
    const draw: Deed = {
      fromMs: dealAtMs,
      toMs: dealAtMs + dealMs,
      at(ms) {
        const { at, travel } = dealtCard(turn, Math.max(ms, dealAtMs + 1)) ?? {
          at: SHOE,
          travel: 0,
        };
        const angle = lerp(AT_SHOE, handleAt(at.x, at.y), travel);
        return behind({ ...at, ...ON, angle }, RESTS);
      },
    };
    const over: Deed = {
      fromMs: turnAtMs,
      toMs: turnAtMs + TURNED * turnMs,
      at(ms) {
        const roll = Math.PI * easeInOut(progress(ms, turnAtMs, turnMs));
        return behind({ ...place, lift: 0, roll, isUnder: true }, RESTS);
      },
    };
    return [
      ...(goesAlong(turn) ? [] : [draw]),
      ...(squeeze || !Number.isFinite(turnAtMs) ? [] : [over]),
    ];
  });
}

/** The paddle takes all cards to the discards in one stroke. */
export function sweepingDeeds(turns: readonly CardTurn[], sweep: Sweep): Deed[] {
  return [{ ...sweep, at: (ms) => sweepingAt(turns, ms, sweep) }];
}

/** Where the paddle is, after what it has done and before what it does next; null while it is away. */
export function paddleAt(deeds: readonly Deed[], elapsedMs: number): PaddlePose | null {
  const ordered = deeds
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
  if (left && coming && gapMs <= STAYS_MS + 2 * COMES_MS) {
    return moved(left, coming, easeInOut(progress(elapsedMs, last?.toMs ?? 0, gapMs)));
  }
  if (left && last && elapsedMs < last.toMs + COMES_MS) {
    const away = easeIn(progress(elapsedMs, last.toMs, COMES_MS));
    // It slips off what it lies under before it is flat again.
    return behind(
      { ...left, roll: left.roll * (1 - away), lift: left.lift + 60 * away },
      FAR * away,
    );
  }
  if (coming && next && elapsedMs > next.fromMs - COMES_MS) {
    const away = 1 - easeOut(progress(elapsedMs, next.fromMs - COMES_MS, COMES_MS));
    return behind({ ...coming, lift: coming.lift + 60 * away }, FAR * away);
  }
  return null;
}

/** On its way from one deed to the next: behind the cards, where it goes beneath them or comes out. */
function moved(from: PaddlePose, to: PaddlePose, share: number): PaddlePose {
  const swing = Math.sin(Math.PI * share);
  const behindCards = from.isUnder || to.isUnder ? 120 : 0;
  return {
    x: lerp(from.x, to.x, share),
    y: lerp(from.y, to.y, share) + behindCards * swing,
    angle: lerp(from.angle, to.angle, share),
    lift: lerp(from.lift, to.lift, share) + 16 * swing,
    roll: lerp(from.roll, to.roll, Math.min(1, 2 * share)),
    isUnder: (share < 0.5 ? from : to).isUnder,
  };
}
