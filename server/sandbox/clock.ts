import { InvalidInput } from "../access/errors.ts";
import type { SetTimer } from "../runtime/timers.ts";

/** The clock of a sandbox, which only goes forward: at any rate, or in leaps. */
export interface SandboxClock {
  /** Epoch ms, a whole number. */
  now(): number;
  /** The same in ISO 8601. */
  iso(): string;
  /** Timers by this clock. While it is stopped they go by real time, so that what polls still polls. */
  readonly setTimer: SetTimer;
  /** How fast it runs: 1 is real time, 0 is stopped. */
  rate: number;
  /**
   * Leaps on to a time, calling `stop` on the way after every `stepMs` and at the end. Timers that came
   * due go off when it is there.
   *
   * @throws InvalidInput for a time that is past.
   */
  leapTo(ms: number, stepMs: number, stop: () => Promise<void>): Promise<void>;
}

interface Timer {
  readonly dueMs: number;
  readonly task: () => void;
}

/** Looked at this often while timers wait: the rate may change meanwhile. */
const LONGEST_WAIT_MS = 60_000;

/** @param steady a clock that nobody sets, in ms. */
export function sandboxClock(startMs: number, steady: () => number): SandboxClock {
  const timers = new Set<Timer>();
  let baseMs = startMs;
  let baseSteadyMs = steady();
  let rate = 1;
  let isLeaping = false;
  /** Real time that passed while the clock stood still: only timers count it. */
  let stoodMs = 0;
  let waiting: NodeJS.Timeout | undefined;

  function now(): number {
    const passedMs = steady() - baseSteadyMs;
    return isLeaping ? baseMs : Math.floor(baseMs + passedMs * rate);
  }

  /** What timers go by: the clock, and real time while it is stopped. */
  function timerNow(): number {
    return now() + stoodMs + (rate === 0 && !isLeaping ? steady() - baseSteadyMs : 0);
  }

  /** Counts from the present again. */
  function rebase(): void {
    const nowMs = now();
    stoodMs = timerNow() - nowMs;
    baseMs = nowMs;
    baseSteadyMs = steady();
  }

  function arm(): void {
    clearTimeout(waiting);
    if (timers.size === 0 || isLeaping) {
      return;
    }
    const nextMs = Math.min(...[...timers].map(({ dueMs }) => dueMs));
    const waitMs = (nextMs - timerNow()) / (rate === 0 ? 1 : rate);
    waiting = setTimeout(goOff, Math.min(Math.max(0, waitMs), LONGEST_WAIT_MS)).unref();
  }

  function goOff(): void {
    const nowMs = timerNow();
    for (const timer of [...timers].toSorted((a, b) => a.dueMs - b.dueMs)) {
      if (timer.dueMs <= nowMs && timers.delete(timer)) {
        timer.task();
      }
    }
    arm();
  }

  return {
    now,
    iso: () => new Date(now()).toISOString(),
    setTimer(task, ms) {
      const timer = { task, dueMs: timerNow() + Math.max(1, ms) };
      timers.add(timer);
      arm();
      return () => {
        timers.delete(timer);
      };
    },
    get rate() {
      return rate;
    },
    set rate(next) {
      rebase();
      rate = next;
      arm();
    },
    async leapTo(ms, stepMs, stop) {
      rebase();
      if (!(ms >= baseMs)) {
        throw new InvalidInput("The sandbox's clock only goes forward, and that time is past.");
      }
      isLeaping = true;
      try {
        do {
          baseMs = Math.min(ms, baseMs + stepMs);
          await stop();
        } while (baseMs < ms);
      } finally {
        isLeaping = false;
        baseSteadyMs = steady();
        goOff();
      }
    },
  };
}
