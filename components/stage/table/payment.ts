import { bandY } from "../../../src/look/felt-band.ts";
import type { FeltBand } from "../../../src/look/felt-band.ts";
import { BETS_MS } from "../bets/bets-pose.ts";
import { clamp01, easeInOut, lerp, progress } from "../easing.ts";
import type { Play } from "../scene.ts";
import { behind, FLAT } from "./paddle-actions.ts";
import type { PaddleAction } from "./paddle-actions.ts";
import { TRAY } from "./places.ts";

/* After a result, the paddle pushes chips to the winner. The chips make a sound only if the operator shows bets. */

/** The side whose cell is paid. */
export type PaidSide = "left" | "right" | "tie";

/** The paddle's payment times in the `result` phase, in ms. It starts only after the picture has named the winner. */
export const PAY_MS = {
  /** The paddle reaches the tray. */
  takeAt: 560,
  /** The paddle starts to push chips. */
  takenAt: 860,
  /** The chips are in the winner's cell. */
  laidAt: 1_660,
  /** The paddle draws back. */
  letGoAt: 1_840,
  /** Time that the paddle needs to leave the table. */
  leave: 400,
} as const;

/** Delay of the payment on a table without bets, in ms, so that viewers look at the winner first. */
const LOOK_MS = 800;

/** Extra delay of paying a tie, in ms, because the lost bets on both sides are cleared first. */
const TIE_DELAY_MS = 680;

/** A payment: its cell, and its delay relative to `PAY_MS`, in ms. */
export interface Payment {
  side: PaidSide;
  lateMs: number;
}

export function paidSide({ sides }: Play, name: string): PaidSide {
  const first = sides.find(({ id }) => id !== "tie")?.id;
  return name === "tie" ? "tie" : name === first ? "left" : "right";
}

/**
 * The payment to `winner` in the `result` phase. Null on a table that takes bets if there are none, or all have lost. A
 * table that takes no bets always pays the winner, for show.
 */
export function findPayment(view: Play, winner: string | null): Payment | null {
  const { bets, takesPresses = false, resultMs = 3_000, state } = view;
  if (bets === undefined && !takesPresses && winner !== null) {
    return {
      side: paidSide(view, winner),
      lateMs: Math.min(LOOK_MS, resultMs - PAY_MS.letGoAt - PAY_MS.leave),
    };
  }
  const won = bets?.spots.find(({ name, hasWon }) => hasWon && name === winner);
  const settledMs = bets?.settledMs ?? null;
  if (state.phase !== "result" || settledMs === null || !won) {
    return null;
  }
  const side = paidSide(view, won.name);
  // The bets grow when the chips arrive.
  const laterMs = side === "tie" ? TIE_DELAY_MS : 0;
  const lateMs = settledMs + BETS_MS.paid.at + laterMs - PAY_MS.laidAt;
  const isInTime = PAY_MS.letGoAt + lateMs + PAY_MS.leave <= resultMs;
  return isInTime && won.total.chips + won.own.chips > 0 ? { side, lateMs } : null;
}

/** The stacks of chips paid to the winner: the place between them on the felt in mm, and their size, 0 to 1. */
export interface PaidPose {
  x: number;
  y: number;
  size: number;
  /** The stacks' places, in mm right of the place between them. */
  stacks: readonly number[];
}

/** Distance from the stack to the end of its cell, in mm. */
const END_GAP_MM = 23;
/** Distance of a tie's two stacks from the centre of the cell, in mm. */
const TIE_STACK_MM = 38;
/** Distance from the stack to the centre of the blade that pushes it, in mm. */
const STACK_PUSH_MM = 96;
/** Rotation of the paddle as it pushes the stack, in degrees per mm from the centre. */
const TILT_DEG_PER_MM = 0.28;

/** The stacks' place: on both sides of a tie's lettering, or at the inner end of the cell. */
function paidPlace(band: FeltBand, side: PaidSide) {
  const [first, , last] = band.cells;
  const x = {
    left: (first?.to ?? 0) - END_GAP_MM,
    right: (last?.from ?? 0) + END_GAP_MM,
    tie: 0,
  }[side];
  const stacks = side === "tie" ? [-TIE_STACK_MM, TIE_STACK_MM] : [0];
  return { x, y: bandY(band, x) - band.height / 2, stacks };
}

/** The time and distance in which players take their chips, from the start of `waiting`. */
const COLLECT_MS = 420;
const COLLECT_MM = 190;

/**
 * The chips paid to the winner: from the tray between the cards to the winner's cell, collected in the `waiting` phase.
 * If players bet on the picture, their own piles replace these chips once the chips arrive.
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

export function payAction(band: FeltBand, payment: Payment): PaddleAction {
  const { takeAt, takenAt, laidAt, letGoAt } = PAY_MS;
  const view = { bets: undefined, state: { phase: "result" } } as Play;
  return {
    fromMs: takeAt + payment.lateMs,
    toMs: letGoAt + payment.lateMs,
    at(ms) {
      const elapsedMs = ms - payment.lateMs;
      const { x, y } = paidStacks(band, payment, ms, view) ?? TRAY;
      const drawnBack = 14 * easeInOut(progress(elapsedMs, laidAt, letGoAt - laidAt));
      const blade = {
        ...FLAT,
        x,
        y,
        // The handle points to the centre, away from the winner's cards.
        angle: TILT_DEG_PER_MM * x,
        lift: 1 + 24 * (1 - progress(elapsedMs, takenAt, 300)),
      };
      return behind(blade, STACK_PUSH_MM + drawnBack);
    },
  };
}
