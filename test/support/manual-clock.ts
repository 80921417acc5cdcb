import type { SetTimer } from "../../server/runtime/timers.ts";

/** A clock and its timers, which are stopped until a test moves them. */
export interface ManualClock {
  readonly now: () => number;
  readonly setTimer: SetTimer;
  readonly waiting: number;
  /** Advances the time, millisecond by millisecond; timers fire when they are due. */
  pass(ms: number): void;
  /** Advances the time without firing timers, as for a stopped process; they fire afterwards. */
  stall(ms: number): void;
  /** Sets the clock without any time passing, as an administrator would. */
  set(nowMs: number): void;
}

export function manualClock(startMs: number): ManualClock {
  const timers = new Set<{ task: () => void; dueMs: number }>();
  let nowMs = startMs;
  let passedMs = 0;

  function goOff(): void {
    for (const timer of timers) {
      if (timer.dueMs <= passedMs && timers.delete(timer)) {
        timer.task();
      }
    }
  }

  return {
    now: () => nowMs,
    setTimer(task, ms) {
      const timer = { task, dueMs: passedMs + Math.max(1, ms) };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    get waiting() {
      return timers.size;
    },
    pass(ms) {
      for (let i = 0; i < ms; i++) {
        nowMs += 1;
        passedMs += 1;
        goOff();
      }
    },
    stall(ms) {
      nowMs += ms;
      passedMs += ms;
      goOff();
    },
    set(ms) {
      nowMs = ms;
    },
  };
}
