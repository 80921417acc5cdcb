import type { StillView } from "./still.ts";

/** From here on, in `waiting`, a canvas that is drawn soon shows a table that is being cleared, in ms. */
const CLEARED_MS = 300;

/**
 * Whether the finished round lies open: not before its winner is named, and not once its table is cleared. While
 * it is played nothing is open, whatever the canvas shows by then: that changes by the second.
 */
export function isOpen({ state, elapsedMs, board }: StillView): boolean {
  return (
    (state.phase === "result" && elapsedMs >= (board.winnerSeenMs ?? 0)) ||
    (state.phase === "waiting" && elapsedMs < CLEARED_MS)
  );
}

/** Whether cards lie on the table, open or not. */
export function isLaid(view: StillView): boolean {
  return view.state.phase === "revealing" || isOpen(view);
}

/** How a side has fared, as a class; nothing while nobody may know. */
export function fate(state: { result: string | null }, side: string): string {
  if (state.result === null) {
    return "";
  }
  return state.result === side || state.result === "tie" ? "won" : "lost";
}
