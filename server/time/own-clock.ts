/** This machine's clock as it is believed, by its offset from the steady clock, in ms. */
export interface OwnClock {
  /**
   * Takes what was found at a time of the steady clock, and says what is believed. Where nobody else
   * tells the time, a clock that was set is not followed for a minute: the time goes on as before.
   */
  accept(foundMs: number, steadyMs: number, isWitnessed: boolean): number;
}

/** Slewing, as NTP does it, moves a clock by half a millisecond a second: this is more. */
const STEP_MS = 100;
/** How long a clock that was set is not believed, where there is no witness. */
const DISBELIEF_MS = 60_000;

export function createOwnClock(): OwnClock {
  let believedMs: number | undefined;
  let set: { readonly toMs: number; readonly sinceMs: number } | undefined;

  return {
    accept(foundMs, steadyMs, isWitnessed) {
      const isStep = believedMs !== undefined && Math.abs(foundMs - believedMs) >= STEP_MS;
      if (believedMs === undefined || isWitnessed || !isStep) {
        set = undefined;
        believedMs = foundMs;
      } else if (set === undefined || Math.abs(foundMs - set.toMs) >= STEP_MS) {
        set = { toMs: foundMs, sinceMs: steadyMs };
      } else if (steadyMs - set.sinceMs >= DISBELIEF_MS) {
        set = undefined;
        believedMs = foundMs;
      }
      return believedMs;
    },
  };
}
