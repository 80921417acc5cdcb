import { dayAt } from "../fairness/utc-day.ts";
import type { Schedule } from "../wire/responses.ts";

/** Age of a reading after which `sync` takes another, in ms. */
const SYNC_MS = 30_000;
/** Age after which a reading can no longer be used, in ms. */
const MAX_AGE_MS = 300_000;
/** Maximum drift between two clocks: 0.1 ms per second. */
const DRIFT = 1e-4;

/**
 * The service's clock, which determines whether a bet was in time. It uses a monotonic clock since the last response,
 * never this machine's date.
 */
export interface ServiceClock {
  /**
   * Compares the clocks, unless it did so in the last 30 seconds and on the same UTC day. In a sandbox, whose clock can
   * jump, it always compares them. Returns the schedule. Rejects if the service does not respond.
   */
  sync(): Promise<Schedule>;
  /**
   * The latest time that the service's clock can show now, in whole epoch ms. Use it as the time of a bet that you take
   * now. Throws an Error if the clocks were not compared in the last five minutes.
   */
  latestMs(): number;
  /** How much earlier than `latestMs` the service's clock can be, in ms, because of latency and drift. */
  uncertaintyMs(): number;
}

interface Reading {
  readonly schedule: Schedule;
  readonly sentMs: number;
  readonly receivedMs: number;
}

/**
 * Creates a clock that follows the service's.
 *
 * @param client a client of any game.
 * @param steadyMs a monotonic clock in ms, with any origin.
 */
export function serviceClock(
  client: { schedule(): Promise<Schedule> },
  steadyMs: () => number = () => performance.now(),
): ServiceClock {
  let last: Reading | null = null;

  async function readSchedule(): Promise<Schedule> {
    const sentMs = steadyMs();
    const schedule = await client.schedule();
    // If responses arrive out of order, the later request counts.
    if (last === null || last.sentMs <= sentMs) {
      last = { schedule, sentMs, receivedMs: steadyMs() };
    }
    return schedule;
  }

  function requireReading(): Reading {
    if (last === null || steadyMs() - last.sentMs > MAX_AGE_MS) {
      throw new Error(
        "The service's clock was not read in the last five minutes. Call sync() first.",
      );
    }
    return last;
  }

  function latestMs(): number {
    const { schedule, sentMs } = requireReading();
    return Math.ceil(schedule.now + (steadyMs() - sentMs) * (1 + DRIFT));
  }

  /** Whether a reading is recent, and its schedule still valid: until the end of its UTC day. */
  function isFresh({ schedule, sentMs }: Reading): boolean {
    return (
      schedule.sandbox !== true &&
      steadyMs() - sentMs <= SYNC_MS &&
      dayAt(schedule.now) === dayAt(latestMs())
    );
  }

  return {
    sync: async () => (last !== null && isFresh(last) ? last.schedule : readSchedule()),
    latestMs,
    uncertaintyMs() {
      const { sentMs, receivedMs } = requireReading();
      // Twice the drift, because `latestMs` already adds it in one direction.
      return receivedMs - sentMs + 2 * DRIFT * (steadyMs() - sentMs);
    },
  };
}
