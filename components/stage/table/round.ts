import type { Card } from "../../../src/round/cards.ts";
import { whim } from "../../../src/round/whim.ts";
import { OUT_AT } from "../squeeze.ts";
import type { Squeeze } from "../squeeze.ts";
import { clamp01, easeIn, easeInOut, easeOut, lerp, progress } from "../tracks.ts";
import { CARD, DEALER, DISCARDS, SHOE } from "./places.ts";
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
  /** How it is squeezed; turned by a steady hand when left out. */
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
}

/** The blade of the paddle: on a card, beneath one that it turns, or away. */
export interface PaddlePose {
  at: Place;
  lift: number;
  /** How far it turns over with a card, as `CardPose.turn`; null while it lies flat. */
  turn: number | null;
}

/** So long the paddle takes to come and to go, and so long it waits on the table for what is next, in ms. */
const [COMES_MS, STAYS_MS] = [300, 520] as const;
/** Until this share of a turn the paddle holds the card. */
const HELD = 0.55;
/** How far a card strays from its place, in mm and degrees. */
const [ASIDE, ASKEW] = [1.4, 1.1] as const;

/** No two cards are laid quite alike. */
export function strayed(place: Place, round: number, nth: number): Place {
  const either = (which: number) => 2 * whim(round, nth, which) - 1;
  return {
    x: place.x + ASIDE * either(31),
    y: place.y + ASIDE * either(32),
    angle: place.angle + ASKEW * either(33),
  };
}

const between = (from: Place, to: Place, share: number): Place => ({
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

/** A card whose round is over: open in its place, and swept to the discards from `sweepAtMs` on. */
export function finishedCard(
  turn: CardTurn,
  elapsedMs: number,
  sweepAtMs: number,
  sweepMs: number,
  dim: number,
): CardPose | null {
  const swept = easeInOut(progress(elapsedMs, sweepAtMs, sweepMs));
  if (swept === 1) {
    return null;
  }
  return {
    name: turn.name,
    side: turn.side,
    card: turn.card,
    at: between(turn.place, DISCARDS, swept),
    travel: 1 + swept,
    turn: 1,
    lift: 20 * swept ** 3,
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
}

/** Away, behind the dealer's edge. */
const HOME: PaddlePose = { at: { x: DEALER.x, y: 470, angle: 0 }, lift: 30, turn: null };

/** The paddle lies towards the dealer. */
const facing = (x: number, y: number): Place => ({
  x,
  y,
  angle: (Math.atan2(DEALER.y - y, DEALER.x - x) * 180) / Math.PI - 90,
});

/** What the paddle does with the cards of a round while they are dealt and turned. */
export function dealingDeeds(turns: readonly CardTurn[]): Deed[] {
  return turns.flatMap((turn): Deed[] => {
    const { dealAtMs, dealMs, turnAtMs, turnMs, squeeze } = turn;
    const on = (ms: number): PaddlePose => {
      const at = dealtCard(turn, Math.max(ms, dealAtMs + 1))?.at ?? SHOE;
      return { at: facing(at.x, at.y + CARD.height * 0.12), lift: 4, turn: null };
    };
    const beneath = (ms: number): PaddlePose => {
      const share = easeInOut(progress(ms, turnAtMs, turnMs));
      const { x, y } = turn.place;
      const back = easeOut(clamp01((share - 0.4) / (HELD - 0.4)));
      return {
        at: facing(x, y + CARD.height * (0.1 + 0.9 * back)),
        lift: 0.2,
        turn: share * (1 - back),
      };
    };
    return [
      { fromMs: dealAtMs, toMs: dealAtMs + dealMs, at: on },
      ...(squeeze ? [] : [{ fromMs: turnAtMs, toMs: turnAtMs + HELD * turnMs, at: beneath }]),
    ];
  });
}

/** What the paddle does when cards go to the discards. */
export function sweepingDeeds(
  turns: readonly CardTurn[],
  sweepAtMs: (turn: CardTurn) => number,
  sweepMs: number,
): Deed[] {
  return turns.map((turn) => {
    const fromMs = sweepAtMs(turn);
    return {
      fromMs,
      toMs: fromMs + sweepMs * 0.96,
      at(ms: number): PaddlePose {
        const pose = finishedCard(turn, ms, fromMs, sweepMs, 0);
        const { x, y } = pose?.at ?? DISCARDS;
        return {
          at: facing(x + 12, y + CARD.height * 0.16),
          lift: 4 + (pose?.lift ?? 20),
          turn: null,
        };
      },
    };
  });
}

/** Where the paddle is: at what it does, on its way there or back, or away; null when it is out of sight. */
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
  const left = last ? last.at(last.toMs - 1) : HOME;
  const coming = next ? next.at(next.fromMs) : HOME;
  const gapMs =
    (next?.fromMs ?? Number.POSITIVE_INFINITY) - (last?.toMs ?? Number.NEGATIVE_INFINITY);
  if (last && next && gapMs <= STAYS_MS + 2 * COMES_MS) {
    return moved(left, coming, easeInOut(progress(elapsedMs, last.toMs, gapMs)));
  }
  if (last && elapsedMs < last.toMs + COMES_MS) {
    return moved(left, HOME, easeIn(progress(elapsedMs, last.toMs, COMES_MS)));
  }
  if (next && elapsedMs > next.fromMs - COMES_MS) {
    return moved(HOME, coming, easeOut(progress(elapsedMs, next.fromMs - COMES_MS, COMES_MS)));
  }
  return null;
}

function moved(from: PaddlePose, to: PaddlePose, share: number): PaddlePose {
  const at = between(from.at, to.at, share);
  const high = Math.sin(Math.PI * share) * 12;
  return { at, lift: lerp(from.lift, to.lift, share) + high, turn: null };
}
