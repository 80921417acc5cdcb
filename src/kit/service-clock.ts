import type { Schedule } from "../wire/answers.ts";

/** How old an answer may be before the clocks are compared again. */
const SYNC_MS = 30_000;
/** An older answer gives no time. */
const LIMIT_MS = 300_000;
/** How fast two clocks may drift apart: 0.1 ms a second. */
const DRIFT = 1e-4;
const DAY_MS = 86_400_000;

/**
 * The service's clock, which decides when a bet was taken. It never uses this machine's date: since the
 * service's last answer, it counts by a monotonic clock.
 */
export interface ServiceClock {
  /**
   * Compares the clocks, unless that was done in the last 30 seconds and on the same UTC day; in a sandbox,
   * whose clock jumps, it always does. Returns the schedule. Rejects when the service does not answer.
   */
  sync(): Promise<Schedule>;
  /**
   * The latest time that the service's clock can show now, whole epoch ms: the time of a bet that you
   * take now. Throws an Error when the clocks were not compared in the last five minutes.
   */
  latestMs(): number;
  /** How much earlier the service's clock may be than `latestMs`, in ms: the time that the answer took, and drift. */
  uncertaintyMs(): number;
}

interface Reading {
  readonly schedule: Schedule;
  readonly askedMs: number;
  readonly answeredMs: number;
}

/**
 * Reads the service's clock.
 *
 * @param client one of `createClient`; any game will do.
 * @param steadyMs a clock that only counts on, in ms; its zero does not matter.
 */
export function serviceClock(
  client: { schedule(): Promise<Schedule> },
  steadyMs: () => number = () => performance.now(),
): ServiceClock {
  let last: Reading | null = null;

  async function ask(): Promise<Schedule> {
    const askedMs = steadyMs();
    const schedule = await client.schedule();
    // Of two answers that overtake each other, the one asked for later counts.
    if (last === null || last.askedMs <= askedMs) {
      last = { schedule, askedMs, answeredMs: steadyMs() };
    }
    return schedule;
  }

  function reading(): Reading {
    if (last === null || steadyMs() - last.askedMs > LIMIT_MS) {
      throw new Error("The service's clock is not known: call sync() first.");
    }
    return last;
  }

  function latestMs(): number {
    const { schedule, askedMs } = reading();
    return Math.ceil(schedule.now + (steadyMs() - askedMs) * (1 + DRIFT));
  }

  /** A schedule does not say when bets close on the day after it. */
  function isFresh({ schedule, askedMs }: Reading): boolean {
    return (
      schedule.sandbox !== true &&
      steadyMs() - askedMs <= SYNC_MS &&
      utcDay(schedule.now) === utcDay(latestMs())
    );
  }

  return {
    sync: async () => (last !== null && isFresh(last) ? last.schedule : ask()),
    latestMs,
    uncertaintyMs() {
      const { askedMs, answeredMs } = reading();
      return answeredMs - askedMs + 2 * DRIFT * (steadyMs() - askedMs);
    },
  };
}

function utcDay(ms: number): number {
  return Math.floor(ms / DAY_MS);
}
