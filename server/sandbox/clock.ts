import { InvalidInput } from "../access/invalid-input.ts";
import type { SetTimer } from "../runtime/timers.ts";

/** A clock that only goes forward: at any rate, or in leaps. */
export type SandboxClock = ReturnType<typeof sandboxClock>;

interface Timer {
  readonly dueMs: number;
  readonly task: () => void;
}

/** Maximum wait before timers are checked again, in ms, because the rate might change while they wait. */
const MAX_WAIT_MS = 60_000;

/** @param steady a monotonic clock, ms. */
export function sandboxClock(startMs: number, steady: () => number) {
  const timers = new Set<Timer>();
  let baseMs = startMs;
  let baseSteadyMs = steady();
  let rate = 1;
  let isLeaping = false;
  /** Real time that passed while the clock was stopped, which only timers count. */
  let stoppedMs = 0;
  let waiting: NodeJS.Timeout | undefined;

  /** Epoch ms, a whole number. */
  function now(): number {
    const passedMs = steady() - baseSteadyMs;
    return isLeaping ? baseMs : Math.floor(baseMs + passedMs * rate);
  }

  /** The time that timers follow: the clock, plus real time while it is stopped. */
  function timerNow(): number {
    return now() + stoppedMs + (rate === 0 && !isLeaping ? steady() - baseSteadyMs : 0);
  }

  function rebase(): void {
    const nowMs = now();
    stoppedMs = timerNow() - nowMs;
    baseMs = nowMs;
    baseSteadyMs = steady();
  }

  function schedule(): void {
    clearTimeout(waiting);
    if (timers.size === 0 || isLeaping) {
      return;
    }
    const nextMs = Math.min(...[...timers].map(({ dueMs }) => dueMs));
    const waitMs = (nextMs - timerNow()) / (rate === 0 ? 1 : rate);
    waiting = setTimeout(fireDue, Math.min(Math.max(0, waitMs), MAX_WAIT_MS)).unref();
  }

  function fireDue(): void {
    const nowMs = timerNow();
    for (const timer of [...timers].toSorted((a, b) => a.dueMs - b.dueMs)) {
      if (timer.dueMs <= nowMs && timers.delete(timer)) {
        timer.task();
      }
    }
    schedule();
  }

  return {
    now,
    iso: () => new Date(now()).toISOString(),
    /** While the clock is stopped, timers follow real time, so that polling continues. */
    setTimer: ((task, ms) => {
      const timer = { task, dueMs: timerNow() + Math.max(1, ms) };
      timers.add(timer);
      schedule();
      return () => {
        timers.delete(timer);
      };
    }) satisfies SetTimer,
    /** 1 is real time, 0 is stopped. */
    get rate() {
      return rate;
    },
    set rate(next) {
      rebase();
      rate = next;
      schedule();
    },
    /**
     * Calls `onStep` after every `stepMs` and at the end. Timers that became due fire at the end.
     *
     * @throws InvalidInput for a time that has passed.
     */
    async leapTo(ms: number, stepMs: number, onStep: () => Promise<void>): Promise<void> {
      rebase();
      if (!(ms >= baseMs)) {
        throw new InvalidInput("The sandbox clock only goes forward, and that time has passed.");
      }
      isLeaping = true;
      try {
        do {
          baseMs = Math.min(ms, baseMs + stepMs);
          await onStep();
        } while (baseMs < ms);
      } finally {
        isLeaping = false;
        baseSteadyMs = steady();
        fireDue();
      }
    },
  };
}
