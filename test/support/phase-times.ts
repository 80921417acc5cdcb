import type { Game } from "../../src/games/contract.ts";
import { PHASES, phaseLengthMs, phaseStartMs } from "../../src/round/phases.ts";

/** The first, a middle and the last millisecond of each phase of a round. */
export function phaseTimes(game: Game, round: number) {
  return PHASES.flatMap((phase) => {
    const startMs = phaseStartMs(round, phase, game);
    const lengthMs = phaseLengthMs(phase, game);
    return [0, Math.floor(lengthMs / 2), lengthMs - 1].map((ms) => ({
      phase,
      nowMs: startMs + ms,
    }));
  });
}
