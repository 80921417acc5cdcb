import type { Card } from "../../../src/round/cards.ts";
import { whim } from "../../../src/round/whim.ts";
import { OUT_AT } from "../squeeze.ts";
import type { Squeeze } from "../squeeze.ts";
import { clamp01, easeIn, easeInOut, easeOut, lerp, progress } from "../tracks.ts";
import { CARD, DISCARDS, SHOE } from "./places.ts";
import type { Place } from "./places.ts";

/* Where the cards of a round are at each moment, and the hands that move them. Times in ms of the phase as it is timed. */

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

/** How a hand holds a card: beneath its fingertips, by its edge, or flat, to sweep it away. */
export type Grasp = "draw" | "turn" | "sweep";

/** A hand of the dealer: where its fingertips are. */
export interface HandPose {
  /** As the viewer sees it: the one on the left or on the right. */
  hand: "left" | "right";
  x: number;
  y: number;
  /** Height above the felt, in mm. */
  lift: number;
  /** How it holds a card, after how it did before, and how far it has changed, 0 to 1. */
  grasp: Grasp;
  before: Grasp;
  changed: number;
}

/** So long a hand takes to come and to go, and so long it waits on the table for what is next, in ms. */
const [COMES_MS, STAYS_MS] = [380, 520] as const;
/** So long a hand takes to change how it holds a card, in ms. */
const CHANGES_MS = 120;
/** Until this share of a turn a hand holds the card. */
const HELD = 0.72;
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

/** Where a hand's fingertips are, in mm on the felt and above it. */
type Touch = Pick<HandPose, "x" | "y" | "lift">;

/** Something that a hand does. */
export interface Deed {
  hand: HandPose["hand"];
  grasp: Grasp;
  fromMs: number;
  toMs: number;
  at(elapsedMs: number): Touch;
}

/** Away, behind the dealer's edge. */
const HOME: Readonly<Record<HandPose["hand"], Touch>> = {
  left: { x: -70, y: 700, lift: 30 },
  right: { x: 110, y: 700, lift: 30 },
};

/** What the hands do with the cards of a round while they are dealt and turned: one deals, the other turns. */
export function dealingDeeds(turns: readonly CardTurn[]): Deed[] {
  return turns.flatMap((turn): Deed[] => {
    const { dealAtMs, dealMs, turnAtMs, turnMs, squeeze } = turn;
    const draw: Deed = {
      hand: "right",
      grasp: "draw",
      fromMs: dealAtMs,
      toMs: dealAtMs + dealMs,
      at(ms) {
        const { x, y } = dealtCard(turn, Math.max(ms, dealAtMs + 1))?.at ?? SHOE;
        return { x, y: y - CARD.height * 0.06, lift: 1 };
      },
    };
    const open: Deed = {
      hand: "left",
      grasp: "turn",
      fromMs: turnAtMs,
      toMs: turnAtMs + HELD * turnMs,
      at(ms) {
        // The edge that is lifted goes over from the left to the right, or from here to there on a card that lies across.
        const angle = Math.PI * (1 - easeInOut(progress(ms, turnAtMs, turnMs)));
        const [a, b] = [(Math.cos(angle) * CARD.width) / 2, CARD.height * 0.2];
        const lies = (turn.place.angle * Math.PI) / 180;
        return {
          x: turn.place.x + a * Math.cos(lies) - b * Math.sin(lies),
          y: turn.place.y + a * Math.sin(lies) + b * Math.cos(lies),
          lift: Math.sin(angle) * CARD.width,
        };
      },
    };
    return squeeze || !Number.isFinite(turnAtMs) ? [draw] : [draw, open];
  });
}

/** What a hand does when cards go to the discards: it takes each side's furthest card, the last to go. */
export function sweepingDeeds(
  turns: readonly CardTurn[],
  sweepAtMs: (turn: CardTurn) => number,
  sweepMs: number,
): Deed[] {
  const furthest = turns.filter(
    ({ side, place }) => !turns.some((other) => other.side === side && other.place.x > place.x),
  );
  return furthest.map((turn) => {
    const fromMs = sweepAtMs(turn);
    return {
      hand: "left",
      grasp: "sweep",
      fromMs,
      toMs: fromMs + sweepMs * 0.96,
      at(ms) {
        const pose = finishedCard(turn, ms, fromMs, sweepMs, 0);
        const { x, y } = pose?.at ?? DISCARDS;
        return { x: x + 14, y: y - CARD.height * 0.1, lift: 1 + (pose?.lift ?? 20) };
      },
    };
  });
}

/** Where the hands are: at what they do, on their way there or back; those that are away are left out. */
export function handsAt(deeds: readonly Deed[], elapsedMs: number): HandPose[] {
  return (["left", "right"] as const).flatMap((hand) => {
    const ordered = deeds
      .filter((deed) => deed.hand === hand && deed.fromMs > -1_000)
      .toSorted((a, b) => a.fromMs - b.fromMs);
    const touch = touchAt(ordered, HOME[hand], elapsedMs);
    if (touch === null) {
      return [];
    }
    const isUnderWay = ({ fromMs }: Deed) => fromMs - CHANGES_MS <= elapsedMs;
    const nth = Math.max(0, ordered.findLastIndex(isUnderWay));
    const { grasp = "draw", fromMs = 0 } = ordered[nth] ?? {};
    return [
      {
        ...touch,
        hand,
        grasp,
        before: ordered[nth - 1]?.grasp ?? grasp,
        changed: progress(elapsedMs, fromMs - CHANGES_MS, CHANGES_MS),
      },
    ];
  });
}

/** Where one hand is, whose deeds are in order; null while it is away. */
function touchAt(ordered: readonly Deed[], home: Touch, elapsedMs: number): Touch | null {
  const now = ordered.find(({ fromMs, toMs }) => elapsedMs >= fromMs && elapsedMs < toMs);
  if (now) {
    return now.at(elapsedMs);
  }
  const last = ordered.findLast(({ toMs }) => toMs <= elapsedMs);
  const next = ordered.find(({ fromMs }) => fromMs > elapsedMs);
  const left = last ? last.at(last.toMs - 1) : home;
  const coming = next ? next.at(next.fromMs) : home;
  const gapMs =
    (next?.fromMs ?? Number.POSITIVE_INFINITY) - (last?.toMs ?? Number.NEGATIVE_INFINITY);
  if (last && next && gapMs <= STAYS_MS + 2 * COMES_MS) {
    return moved(left, coming, easeInOut(progress(elapsedMs, last.toMs, gapMs)));
  }
  if (last && elapsedMs < last.toMs + COMES_MS) {
    return moved(left, home, easeIn(progress(elapsedMs, last.toMs, COMES_MS)));
  }
  if (next && elapsedMs > next.fromMs - COMES_MS) {
    return moved(home, coming, easeOut(progress(elapsedMs, next.fromMs - COMES_MS, COMES_MS)));
  }
  return null;
}

function moved(from: Touch, to: Touch, share: number): Touch {
  return {
    x: lerp(from.x, to.x, share),
    y: lerp(from.y, to.y, share),
    lift: lerp(from.lift, to.lift, share) + Math.sin(Math.PI * share) * 12,
  };
}
