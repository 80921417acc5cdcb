import type { SetTimer } from "../../server/runtime/timers.ts";

/** A clock and its timers, which stop until a test moves them. */
export interface ManualClock {
  readonly now: () => number;
  readonly setTimer: SetTimer;
  /** How many timers wait. */
  readonly waiting: number;
  /** Lets time pass, millisecond by millisecond; timers go off when they are due. */
  pass(ms: number): void;
  /** Lets time pass in which no timer can go off, as when a process is stopped; they do after it. */
  stall(ms: number): void;
  /** Sets the clock without any time passing, as who corrects it does. */
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
