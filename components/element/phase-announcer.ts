import { isAhead } from "../../src/feed/state-order.ts";
import type { RoundState } from "../../src/wire.ts";

/**
 * Decides which phases are announced: each one once and in order, but not the one a table starts
 * with. After a gap only the current phase is announced. A phase that has passed is never announced
 * again, even if the server's clock is set back: its bets may have been paid.
 */
export class PhaseAnnouncer {
  #latest: RoundState | null = null;

  /** Whether to announce the phase of this state. Call it with every state. */
  isNews(state: RoundState): boolean {
    const latest = this.#latest;
    if (!isAhead(state, latest)) {
      return false;
    }
    this.#latest = state;
    return latest !== null;
  }
}
