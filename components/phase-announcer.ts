import type { RoundState } from "../src/wire.ts";

/**
 * Tells a phase that is new from one that is already known. The first state is no change: nothing
 * is announced on load. After a gap only the present phase is.
 */
export class PhaseAnnouncer {
  #known: string | null = null;

  /** True when the state's phase is to be announced: once for each, and not for the first. */
  isNews(state: RoundState): boolean {
    const phase = `${state.round}:${state.phase}`;
    const isChange = this.#known !== null && this.#known !== phase;
    this.#known = phase;
    return isChange;
  }
}
