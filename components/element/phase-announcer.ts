import { PHASES } from "../../src/round/clock.ts";
import type { RoundState } from "../../src/wire.ts";

/**
 * Tells a phase that is new from one that is already known. The first state is no change: nothing
 * is announced on load. After a gap only the present phase is. What was passed once is never
 * announced again, even when the server's clock is set back: bets on it may be paid.
 */
export class PhaseAnnouncer {
  #latest = 0;

  /** True when the state's phase is to be announced: once for each, in order, and not for the first. */
  isNews({ round, phase }: RoundState): boolean {
    const latest = this.#latest;
    this.#latest = Math.max(latest, round * PHASES.length + PHASES.indexOf(phase));
    return latest > 0 && this.#latest > latest;
  }
}
