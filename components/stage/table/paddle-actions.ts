import type { FeltBand } from "../../../src/look/felt-band.ts";
import { cardAt } from "../../../src/round/cards.ts";
import { PAY_MS } from "../bets/payment.ts";
import type { Payment } from "../bets/payment.ts";
import type { Play } from "../scene.ts";
import { arc, clamp01, easeIn, easeInOut, lerp, progress } from "../tracks.ts";
import { DISCARDS, TRAY } from "./places.ts";
import type { Place } from "./places.ts";
import {
  behind,
  between,
  BLADE_OFFSET_MM,
  ENTER_MS,
  handleAt,
  PUSH_MM,
  REST_TILT,
} from "./round.ts";
import type { CardPose, PaddleAction, PaddlePose } from "./round.ts";

/* The actions of the paddle other than dealing: chores during betting, and paying the winner. */

/** A point on the path of the blade: the time since the start in ms, the middle of the blade and its height in mm. */
type Stop = readonly [atMs: number, x: number, y: number, lift: number];

/** Chores with a fixed path. */
export const CHORES = {
  /** Squares the discards with two taps. */
  squares: [
    [0, DISCARDS.x + 100, DISCARDS.y - 22, 46],
    [280, DISCARDS.x + 80, DISCARDS.y - 22, 20],
    [440, DISCARDS.x + 72, DISCARDS.y - 22, 18],
    [640, DISCARDS.x + 82, DISCARDS.y - 22, 18],
    [800, DISCARDS.x + 72, DISCARDS.y - 22, 18],
    [1_100, DISCARDS.x + 100, DISCARDS.y - 22, 46],
  ],
} as const satisfies Record<string, readonly Stop[]>;
/** A chore of the paddle during betting; `spreads` shows the deck. */
export type Chore = keyof typeof CHORES | "spreads";

function pathAt(stops: readonly Stop[], ms: number): PaddlePose {
  const nth = Math.max(
    0,
    stops.findLastIndex(([atMs]) => atMs <= ms),
  );
  const [fromMs, ...from] = stops[nth] as Stop;
  const [toMs, ...to] = stops[nth + 1] ?? (stops[nth] as Stop);
  const share = toMs > fromMs ? easeInOut(progress(ms, fromMs, toMs - fromMs)) : 1;
  const [x = 0, y = 0, lift = 0] = from.map((value, i) => lerp(value, to[i] ?? value, share));
  return { x, y, lift, angle: handleAt(x, y), tilt: REST_TILT, isUnder: false };
}

/** The actions of a chore of a round from `atMs` on; none if the paddle could not leave by `endMs`. */
export function choreActions(
  chore: Chore | undefined,
  round: number,
  atMs: number,
  endMs: number,
): PaddleAction[] {
  if (chore === undefined) {
    return [];
  }
  const fromMs = atMs + ENTER_MS;
  const action: PaddleAction =
    chore === "spreads"
      ? {
          fromMs,
          toMs: fromMs + AT_MS.end,
          at: (ms) => ribbonPaddle(ms - fromMs),
          cards: (ms) => ribbonAt(ms - fromMs, round),
        }
      : {
          fromMs,
          toMs: fromMs + (CHORES[chore].at(-1)?.[0] ?? 0),
          at: (ms) => pathAt(CHORES[chore], ms - fromMs),
        };
  return action.toMs + ENTER_MS <= endMs ? [action] : [];
}

/** The stacks of chips paid to the winner: the place between them on the felt in mm, and their size, 0 to 1. */
export interface PaidPose {
  x: number;
  y: number;
  size: number;
  /** The places of the stacks, in mm right of the place between them. */
  stacks: readonly number[];
}

/** Distance from the stack to the end of its cell, in mm. */
const END_GAP_MM = 23;
/** Distance of each of the two stacks of a tie from the middle of its cell, in mm. */
const TIE_STACK_MM = 38;
/** Distance from the stack to the middle of the blade that pushes it, in mm. */
const STACK_PUSH_MM = 96;
/** Rotation of the paddle as it pushes the stack, in degrees per mm from the middle. */
const TILT_DEG_PER_MM = 0.28;

/** The place of the stacks: on both sides of the lettering of a tie, or the end of a cell that is nearest to the middle. */
function paidPlace({ cells, y, height, sag }: FeltBand, side: Payment["side"]) {
  const [first, , last] = cells;
  const right = last?.to ?? 1;
  const x = {
    left: (first?.to ?? 0) - END_GAP_MM,
    right: (last?.from ?? 0) + END_GAP_MM,
    tie: 0,
  }[side];
  const stacks = side === "tie" ? [-TIE_STACK_MM, TIE_STACK_MM] : [0];
  return { x, y: y - height / 2 - sag * (1 - (x / right) ** 2), stacks };
}

/** Time in which players take their chips, in ms of phase `waiting`. */
const COLLECT_MS = 420;
/** Distance that the chips move towards the players, in mm. */
const COLLECT_MM = 190;

/**
 * The chips paid to the winner: from the tray between the cards to the winner's cell, collected in phase `waiting`. If
 * players bet on the picture, their own piles replace them once they arrive.
 */
export function paidStacks(
  band: FeltBand,
  { side, lateMs }: Payment,
  ms: number,
  { bets, state: { phase } }: Pick<Play, "bets" | "state">,
): PaidPose | null {
  const to = paidPlace(band, side);
  if (phase === "waiting") {
    const taken = progress(ms, 0, COLLECT_MS);
    return taken < 1 ? { ...to, y: to.y - COLLECT_MM * taken ** 2, size: 1 } : null;
  }
  const { takenAt, laidAt } = PAY_MS;
  const laid = progress(ms - lateMs, takenAt, laidAt - takenAt);
  const share = easeInOut(laid);
  const x = lerp(TRAY.x, to.x, clamp01(share * 1.6 - 0.6) ** 1.5);
  const isHidden = laid === 0 || (laid === 1 && bets !== undefined);
  return isHidden ? null : { ...to, x, y: lerp(TRAY.y, to.y, share), size: clamp01(share * 12) };
}

/** The action that pushes the chips to the winner. */
export function payActions(band: FeltBand, payment: Payment): PaddleAction[] {
  const { takeAt, takenAt, laidAt, letGoAt } = PAY_MS;
  const view = { bets: undefined, state: { phase: "result" } } as Play;
  return [
    {
      fromMs: takeAt + payment.lateMs,
      toMs: letGoAt + payment.lateMs,
      at(ms) {
        const elapsedMs = ms - payment.lateMs;
        const { x, y } = paidStacks(band, payment, ms, view) ?? TRAY;
        const drawnBack = 14 * easeInOut(progress(elapsedMs, laidAt, letGoAt - laidAt));
        const blade = {
          x,
          y,
          // The handle points to the middle, away from the winner's cards.
          angle: TILT_DEG_PER_MM * x,
          lift: 1 + 24 * (1 - progress(elapsedMs, takenAt, 300)),
          tilt: REST_TILT,
          isUnder: false,
        };
        return behind(blade, STACK_PUSH_MM + drawnBack);
      },
    },
  ];
}

/*
 * During betting the croupier shows the deck: spreads it face down across the felt, turns it over like a row of
 * dominoes, and gathers it. These cards are unrelated to the cards of the next round.
 */

/** Number of cards in the ribbon. */
const CARDS = 34;
/** Half the width of the ribbon, in mm. */
const HALF_WIDTH_MM = 168;
/** Distance of the ribbon's middle from the middle of the felt, in mm. */
const MIDDLE_Y_MM = 24;
/** Distance by which the ends of the ribbon curve away from the viewer, in mm. */
const CURVE_MM = 20;
/** Thickness of the whole pack, in mm, and the number of its cards that are drawn. */
const [PACK_MM, ON_TOP] = [8, 5];
/** Number of cards by which each round cuts the deck. */
const CUT_CARDS = 19;

/** Start of each part, in ms from the start of the show. */
const AT_MS = { spread: 620, lift: 1_980, turn: 2_480, gather: 4_700, away: 5_650, end: 6_300 };
/** Time to turn over the whole ribbon, in ms. */
const TURN_MS = 1_250;
/** Time to turn over one card, in ms. */
const CARD_TURN_MS = 420;

/** The place on the curve of the ribbon at `x` mm from its middle. */
function onCurve(x: number): Place {
  const slope = (2 * CURVE_MM * x) / HALF_WIDTH_MM ** 2;
  return {
    x,
    y: MIDDLE_Y_MM + CURVE_MM * (x / HALF_WIDTH_MM) ** 2,
    angle: (Math.atan(slope) * 180) / Math.PI,
  };
}

const ribbonX = (nth: number): number => lerp(-HALF_WIDTH_MM, HALF_WIDTH_MM, nth / (CARDS - 1));

/** The place of the pack, which moves from the discards across the felt and back. */
function packAt(ms: number): Place & { lift: number } {
  const there = easeInOut(progress(ms, 0, AT_MS.spread));
  const back = easeInOut(progress(ms, AT_MS.away, AT_MS.end - AT_MS.away));
  const across = easeInOut(progress(ms, AT_MS.spread, AT_MS.lift - AT_MS.spread - 120));
  const gathered = easeIn(progress(ms, AT_MS.gather, AT_MS.away - AT_MS.gather));
  const x =
    ms < AT_MS.gather
      ? lerp(-HALF_WIDTH_MM, HALF_WIDTH_MM, across)
      : lerp(HALF_WIDTH_MM, -HALF_WIDTH_MM, gathered);
  const away = Math.max(1 - there, back);
  return { ...between(onCurve(x), DISCARDS, away), lift: 22 * away };
}

/** The cards of the ribbon of a round at a time, in ms from the start of the show. */
function ribbonAt(ms: number, round: number): CardPose[] {
  const pack = packAt(ms);
  const isOut = (nth: number) => ribbonX(nth) < pack.x - 0.01;
  const cards = Array.from({ length: CARDS }, (_, nth): CardPose => {
    const startMs = AT_MS.turn + (nth / CARDS) * (TURN_MS - CARD_TURN_MS);
    const turn = easeInOut(progress(ms, startMs, CARD_TURN_MS));
    return {
      name: `ribbon ${nth}`,
      side: "",
      // Faces are painted only once they may be visible.
      card: turn > 0 ? cardAt(nth + round * CUT_CARDS) : null,
      at: isOut(nth) ? onCurve(ribbonX(nth)) : pack,
      travel: 1,
      turn,
      isTipped: false,
      lift: isOut(nth) ? 0 : pack.lift + PACK_MM * (1 - (CARDS - 1 - nth) / ON_TOP),
      axis: null,
      isSideways: false,
      dim: 0,
      // Turning cards lie above the others.
      depth: nth + (turn > 0 ? CARDS : 0),
    };
  });
  // Of the pack only the edges of some cards are visible.
  return cards.filter((_, nth) => isOut(nth) || nth >= CARDS - ON_TOP);
}

/** The paddle at a time of the show: it draws the pack out, follows the wave, and pushes the cards together from the far end. */
function ribbonPaddle(ms: number): PaddlePose {
  const pack = packAt(ms);
  if (ms < AT_MS.lift) {
    const on = { ...pack, lift: pack.lift + PACK_MM, angle: handleAt(pack.x, pack.y) };
    return behind({ ...on, tilt: REST_TILT, isUnder: false }, BLADE_OFFSET_MM);
  }
  const [first, last] = [-HALF_WIDTH_MM - 30, HALF_WIDTH_MM + PUSH_MM];
  const back = progress(ms, AT_MS.lift, AT_MS.turn - AT_MS.lift);
  const wave = progress(ms, AT_MS.turn, TURN_MS);
  const x =
    ms < AT_MS.turn
      ? lerp(HALF_WIDTH_MM, first, easeInOut(back))
      : lerp(first, last, easeInOut(wave));
  const at = ms < AT_MS.gather ? onCurve(x) : { ...pack, x: pack.x + PUSH_MM };
  const high = ms < AT_MS.gather ? 50 * arc(back) + 34 * arc(wave) : pack.lift;
  return { ...at, angle: handleAt(at.x, at.y), lift: 4 + high, tilt: REST_TILT, isUnder: false };
}
