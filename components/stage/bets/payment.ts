import type { Play } from "../scene.ts";
import { BETS_MS } from "./times.ts";

/*
 * After a result, the paddle pushes chips from the tray to the winner. They make a sound only if the operator shows
 * bets.
 */

/** The cell that is paid: a side's, or the tie's. */
export type Paid = "left" | "right" | "tie";

/**
 * Times of the payment in phase `result`, in ms. It starts only after the viewer has seen the winner.
 */
export const PAY_MS = {
  /** The paddle reaches the tray. */
  takeAt: 560,
  /** It starts to push chips. */
  takenAt: 860,
  /** The chips are in the winner's cell. */
  laidAt: 1_660,
  /** The paddle draws back. */
  letGoAt: 1_840,
  /** Time it needs to leave the table. */
  leave: 400,
} as const;

/** Delay of the payment where no bets are shown, in ms, so that viewers look at the winner first. */
const LOOK_MS = 800;

/** Extra delay of paying a tie, in ms, because the lost bets on both sides are cleared first. */
const TIE_DELAY_MS = 680;

/** A payment: its cell, and its delay relative to `PAY_MS`, in ms. */
export interface Payment {
  side: Paid;
  lateMs: number;
}

/** The cell of a side or of the tie. */
export function paidSide({ sides }: Play, name: string): Paid {
  const first = sides.find(({ id }) => id !== "tie")?.id;
  return name === "tie" ? "tie" : name === first ? "left" : "right";
}

/**
 * The payment to `winner` in phase `result`; null if there is none to show, such as when all of the operator's bets
 * lost.
 */
export function findPayment(view: Play, winner: string | null): Payment | null {
  const { bets, resultMs = 3_000, state } = view;
  if (bets === undefined && winner !== null) {
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
  const lateMs = settledMs + BETS_MS.paidAt + laterMs - PAY_MS.laidAt;
  const isInTime = PAY_MS.letGoAt + lateMs + PAY_MS.leave <= resultMs;
  return isInTime && won.total.chips + won.own.chips > 0 ? { side, lateMs } : null;
}
