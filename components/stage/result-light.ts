import { isConfirmed } from "../../src/round/phases.ts";
import type { Phase } from "../../src/round/phases.ts";
import { easeInOut, progress } from "./easing.ts";
import { RESULT_LIGHT_MS, SWEEP_MS } from "./times.ts";

/** The winning side, once it can be revealed; null before. */
export function confirmedWinner(state: { phase: Phase; result: string | null }): string | null {
  return isConfirmed(state.phase) ? state.result : null;
}

/** Brightness of the result's light, 0 to 1: it rises at the start of `result` and falls while the table is cleared. */
export function resultLight(phase: Phase, elapsedMs: number): number {
  if (phase === "result") {
    return easeInOut(progress(elapsedMs, 0, RESULT_LIGHT_MS.rise));
  }
  if (phase === "waiting") {
    // The winner stays lit until its cards are swept.
    return 1 - easeInOut(progress(elapsedMs, SWEEP_MS.fromMs, RESULT_LIGHT_MS.fall));
  }
  return 0;
}
