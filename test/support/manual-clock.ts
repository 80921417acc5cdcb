import type { SetTimer } from "../../server/runtime/timers.ts";

export type ManualClock = ReturnType<typeof manualClock>;

/** A clock and its timers, which are stopped until a test moves them. */
export function manualClock(startMs: number) {
  const timers = new Set<{ task: () => void; dueMs: number }>();
  let nowMs = startMs;
  let passedMs = 0;

  function fireDue(): void {
    for (const timer of timers) {
      if (timer.dueMs <= passedMs && timers.delete(timer)) {
        timer.task();
      }
    }
  }

  return {
    now: () => nowMs,
    setTimer: ((task, ms) => {
      const timer = { task, dueMs: passedMs + Math.max(1, ms) };
      timers.add(timer);
      return () => timers.delete(timer);
    }) satisfies SetTimer,
    get waiting() {
      return timers.size;
    },
    /** Advances the time, millisecond by millisecond; timers fire when they are due. */
    pass(ms: number) {
      for (let i = 0; i < ms; i++) {
        nowMs += 1;
        passedMs += 1;
        fireDue();
      }
    },
    /** Advances the time without firing timers, as for a stopped process; they fire afterwards. */
    stall(ms: number) {
      nowMs += ms;
      passedMs += ms;
      fireDue();
    },
    /** Sets the clock without any time passing, as an administrator would. */
    set(ms: number) {
      nowMs = ms;
    },
  };
}
