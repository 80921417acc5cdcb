import type { Log } from "../runtime/log.ts";
import type { Clock } from "./clock.ts";

/** This machine's clock, compared with a steady one that nobody can set. */
export interface MachineClock {
  /** Reads both clocks at one moment. Logs when this machine's clock was set since the last reading. */
  read(): MachineReading;
  /**
   * Takes a reading and returns the offset to go by. Without a witness, a clock that was set is not
   * followed for a minute: the time goes on as before.
   */
  accept(reading: MachineReading, isWitnessed: boolean): number;
}

export interface MachineReading {
  /** How far this machine's clock is ahead of the steady clock, in ms. */
  readonly offsetMs: number;
  /** What the steady clock said, in ms from any beginning. */
  readonly steadyMs: number;
}

export interface MachineClockOptions {
  /** This machine's clock, epoch ms. */
  readonly wall: Clock;
  /** A clock that nothing sets, ms from any beginning. */
  readonly steady: Clock;
  readonly log: Log;
  /** Called when this machine's clock was set. */
  readonly onStep?: () => void;
}

/** Slewing, as NTP does it, moves a clock by half a millisecond a second: this is more. */
const STEP_MS = 100;
/** Over how long a step is looked for. */
const STEP_WINDOW_MS = 1_000;
/** How long a clock that was set is not followed, where there is no witness. */
const DISTRUST_MS = 60_000;
/** Both clocks were read at one moment if no more than this lay between, in ms. */
const AT_ONCE_MS = 5;
const TRIES = 3;

export function createMachineClock(options: MachineClockOptions): MachineClock {
  const { wall, steady, log, onStep = () => {} } = options;
  let acceptedMs: number | undefined;
  let set: { readonly toMs: number; readonly sinceMs: number } | undefined;
  let reference: MachineReading | undefined;

  function watchForStep(reading: MachineReading): void {
    const byMs = Math.round(reading.offsetMs - (reference ?? reading).offsetMs);
    if (Math.abs(byMs) >= STEP_MS) {
      log("clock stepped", {
        byMs,
        advice: "Keep this machine's clock by NTP, and see that nothing else sets it.",
      });
      onStep();
      reference = reading;
    } else if (reference === undefined || reading.steadyMs - reference.steadyMs >= STEP_WINDOW_MS) {
      reference = reading;
    }
  }

  return {
    read() {
      for (let tries = 1; ; tries++) {
        const beforeMs = steady();
        const nowMs = wall();
        const steadyMs = steady();
        const reading = { offsetMs: nowMs - steadyMs, steadyMs };
        // Otherwise this process was stopped in between, and the two do not belong together.
        const isAtOnce = steadyMs - beforeMs <= AT_ONCE_MS;
        if (isAtOnce) {
          watchForStep(reading);
        }
        if (isAtOnce || tries === TRIES) {
          return reading;
        }
      }
    },
    accept({ offsetMs, steadyMs }, isWitnessed) {
      const isStep = acceptedMs !== undefined && Math.abs(offsetMs - acceptedMs) >= STEP_MS;
      if (acceptedMs === undefined || isWitnessed || !isStep) {
        set = undefined;
        acceptedMs = offsetMs;
      } else if (set === undefined || Math.abs(offsetMs - set.toMs) >= STEP_MS) {
        set = { toMs: offsetMs, sinceMs: steadyMs };
      } else if (steadyMs - set.sinceMs >= DISTRUST_MS) {
        set = undefined;
        acceptedMs = offsetMs;
      }
      return acceptedMs;
    },
  };
}
