import type { BetTiming } from "../games/timing.ts";
import { phaseLengthMs } from "../round/phases.ts";
import type { Phase } from "../round/phases.ts";
import type { StillView } from "./still.ts";

/** From here on, in `waiting`, a canvas that is drawn soon shows a table that is being cleared, in ms. */
const CLEARED_MS = 300;

/**
 * So long after bets close a canvas that is drawn soon shows the first cards where they lie, in ms; and later where
 * they wait for a beacon: as `components/stage/pacing.ts` and the scenes' `times.ts` have it.
 */
const [DEALT_MS, LATER_MS] = [1_200, 900] as const;

/** Whether the first cards of the round lie on the table, face down at first. */
export function isDealt(phase: Phase, elapsedMs: number, times: BetTiming): boolean {
  const awaitingMs = phaseLengthMs("betting", times) - times.closesMs;
  switch (phase) {
    case "betting":
      return awaitingMs > 0 && elapsedMs >= times.closesMs + LATER_MS + DEALT_MS;
    case "revealing":
      return awaitingMs > 0 || elapsedMs >= DEALT_MS;
    default:
      return false;
  }
}

/**
 * Whether the finished round lies open: not before its winner is named, and not once its table is cleared.
 *
 * While it is played nothing is open here, though the canvas has opened cards by then. Which of them are is said by
 * `turns.ts` of a scene, which no server loads; a camera is close to one of them, and a still is of the whole table;
 * and what is sent must be true until the canvas comes, which nobody knows the time of. Backs are what the viewer has
 * seen last, or would have: a card is turned over before their eyes, and none earlier than the canvas turns it.
 */
export function isOpen({ state, elapsedMs, board }: StillView): boolean {
  return (
    (state.phase === "result" && elapsedMs >= (board.tells?.(state)[1] ?? 0)) ||
    (state.phase === "waiting" && elapsedMs < CLEARED_MS)
  );
}

/** Whether cards lie on the table, open or not. */
export function isLaid(view: StillView): boolean {
  return view.isDealt || isOpen(view);
}

/** How a side has fared, as a class; nothing while nobody may know. */
export function fate(state: { result: string | null }, side: string): string {
  if (state.result === null) {
    return "";
  }
  return state.result === side || state.result === "tie" ? "won" : "lost";
}
