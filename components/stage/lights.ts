import type { Phase } from "../../src/round/phases.ts";
import { RESULT_MS, SWEEP_MS } from "./times.ts";
import { easeInOut, progress } from "./tracks.ts";

/** How a side is lit by the result. */
export interface SideLight {
  /** The winner's light, 0 to 1. */
  lit: number;
  /** The loser's shade, 0 to 1. */
  dim: number;
}

/** A loser stays legible: it is shaded, not hidden. */
const LOSER_DIM = 0.3;

/** The side that has won, once its victory may be shown; null before. */
export function winnerOf(state: { phase: Phase; result: string | null }): string | null {
  return state.phase === "result" || state.phase === "waiting" ? state.result : null;
}

/**
 * How bright the light of the result is: up at the start of `result`, down again while the table is
 * cleared.
 */
export function resultLight(phase: Phase, elapsedMs: number): number {
  if (phase === "result") {
    return easeInOut(progress(elapsedMs, 0, RESULT_MS.light));
  }
  if (phase === "waiting") {
    // The winner stays lit until its cards are swept.
    return 1 - easeInOut(progress(elapsedMs, SWEEP_MS.fromMs, 400));
  }
  return 0;
}

/** The light of one side when `winner` has won; null before. */
export function sideLight(side: string, winner: string | null, light: number): SideLight {
  if (winner === null) {
    return { lit: 0, dim: 0 };
  }
  // A tie has no loser: all are lit, each in the colour of the tie.
  const won = side === winner || winner === "tie";
  const lost = !won && side !== "tie";
  return { lit: won ? light : 0, dim: lost ? LOSER_DIM * light : 0 };
}
