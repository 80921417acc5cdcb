import type { Play } from "../scene.ts";
import { BETS_MS } from "./times.ts";

/*
 * Once a result is out, the palette pushes chips from the tray to the winner. They are heard only where an operator
 * shows bets.
 */

/** The cell that is paid: a side's, or the tie's. */
export type Paid = "left" | "right" | "tie";

/**
 * When the palette reaches the tray, sets off with chips, has them in the winner's cell and draws back, in ms of phase
 * `result`: not before the first look at the winner. How long it then takes to leave the table.
 */
export const PAY_MS = {
  takeAt: 560,
  takenAt: 860,
  laidAt: 1_660,
  letGoAt: 1_840,
  leave: 400,
} as const;

/** Where no bets are shown, the payment waits for the first look at the winner, in ms. */
const LOOK_MS = 800;

/** A tie is paid this much later than a side, in ms: lost bets on both sides go first. */
const TIE_LATER_MS = 680;

/** The cell that is paid, and how much later than by `PAY_MS`, in ms. */
export interface Payment {
  side: Paid;
  lateMs: number;
}

/** The cell of a side or of the tie. */
export function paidSide({ board }: Play, name: string): Paid {
  const first = board.sides.find(({ id }) => id !== "tie")?.id;
  return name === "tie" ? "tie" : name === first ? "left" : "right";
}

/** The payment in phase `result` when `winner` has won, as far as that may be shown; null where an operator's bets have all lost. */
export function paymentOf(view: Play, winner: string | null): Payment | null {
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
  // The bets grow as the chips are laid there.
  const laterMs = side === "tie" ? TIE_LATER_MS : 0;
  const lateMs = settledMs + BETS_MS.paidAt + laterMs - PAY_MS.laidAt;
  const isInTime = PAY_MS.letGoAt + lateMs + PAY_MS.leave <= resultMs;
  return isInTime && won.total.chips + won.own.chips > 0 ? { side, lateMs } : null;
}
