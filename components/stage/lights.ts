import { isConfirmed } from "../../src/round/phases.ts";
import type { Phase } from "../../src/round/phases.ts";
import { RESULT_LIGHT_MS, SWEEP_MS } from "./times.ts";
import { easeInOut, progress } from "./tracks.ts";

/** The light on a side after the result. */
export interface SideLight {
  /** The winner's light, 0 to 1. */
  lit: number;
  /** The loser's shade, 0 to 1. */
  dim: number;
}

/** Maximum shade of a loser, which stays legible. */
const LOSER_DIM = 0.3;

/** The winning side, once it may be shown; null before. */
export function confirmedWinner(state: { phase: Phase; result: string | null }): string | null {
  return isConfirmed(state.phase) ? state.result : null;
}

/**
 * Brightness of the result's light, 0 to 1: it rises at the start of `result` and falls while the table is
 * cleared.
 */
export function resultLight(phase: Phase, elapsedMs: number): number {
  if (phase === "result") {
    return easeInOut(progress(elapsedMs, 0, RESULT_LIGHT_MS));
  }
  if (phase === "waiting") {
    // The winner stays lit until its cards are swept.
    return 1 - easeInOut(progress(elapsedMs, SWEEP_MS.fromMs, 400));
  }
  return 0;
}

/** The light on one side if `winner` has won; null for no winner yet. */
export function sideLight(side: string, winner: string | null, light: number): SideLight {
  if (winner === null) {
    return { lit: 0, dim: 0 };
  }
  // A tie has no loser: all sides are lit, in the colour of the tie.
  const won = side === winner || winner === "tie";
  const lost = !won && side !== "tie";
  return { lit: won ? light : 0, dim: lost ? LOSER_DIM * light : 0 };
}
