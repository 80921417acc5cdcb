import type { Play } from "../scene.ts";
import { BETS_MS } from "./times.ts";

/*
 * Once a result is out the dealer of a card table pays the bets on the winner out of the tray. Where the operator tells
 * no bets, no chip is laid or heard: nobody has won it.
 */

/** Whom the dealer pays: a side, or in a tie who has bet on that. */
export type Paid = "left" | "right" | "tie";

/**
 * When a hand takes chips out of the tray, sets off with them, has them in the winner's place and lets go, in ms of phase
 * `result`: it does not reach over before the first look at the winner. How long it then takes to leave the table.
 */
export const PAY_MS = {
  takeAt: 560,
  takenAt: 860,
  laidAt: 1_660,
  letGoAt: 1_840,
  leave: 400,
} as const;

/** A tie is paid so much later than a side, in ms: both hands are at the lost bets before. */
const TIE_LATER_MS = 680;

/** Who is paid, and how much later than by `PAY_MS`, in ms. */
export interface Payment {
  side: Paid;
  lateMs: number;
}

/** Where a side or the tie is paid. */
function paidSide({ board }: Play, name: string): Paid {
  const first = board.sides.find(({ id }) => id !== "tie")?.id;
  return name === "tie" ? "tie" : name === first ? "left" : "right";
}

/** Who is paid in phase `result` when `winner` has won, as far as that may be shown; null where nobody is. */
export function paymentOf(view: Play, winner: string | null): Payment | null {
  const { bets, resultMs = 3_000, state } = view;
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
