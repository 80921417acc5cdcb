import type { Log } from "../../runtime/log.ts";
import type { Clock } from "../clock.ts";
import { DRIFT } from "../offset.ts";

/**
 * What beacons prove about the time: nobody can have one before its tick. So they prove a clock slow, and
 * never prove it right.
 */
export interface BeaconWitness {
  /** Learns that the beacon of a tick (epoch ms) is there: true time is not before it. */
  prove(tickMs: number): void;
  /** Learns that a beacon that was waited for has arrived, and logs how the clock compares. */
  noteArrival(tickMs: number): void;
  /** True time is this at least, by its offset from the steady clock in ms; -Infinity for no beacon. */
  provenMs(steadyMs: number): number;
  /** By how much the clock is slow at least, in ms; 0 when it is not known to be. */
  lagMs(): number;
  /**
   * By how much bets are to close early, in ms: the most that the clock has been slow since a time (epoch
   * ms, by this clock), where that is more than is tolerated.
   */
  earlyMs(sinceMs: number): number;
}

export interface BeaconWitnessOptions {
  /** The clock that is checked, epoch ms. */
  readonly now: Clock;
  /** A clock that nothing sets, ms from any beginning. */
  readonly steady: Clock;
  readonly log: Log;
  /** Called when true time is known to be later than it was. */
  readonly onAnswer?: () => void;
}

/** What it usually takes from the tick until a beacon is made and has travelled here. */
const USUAL_MS = 850;
/** A clock that is further off than this is reported. */
const TOLERATED_MS = 1_000;
/** Arrivals remembered: those of some minutes. */
const REMEMBERED = 32;

export function beaconWitness(options: BeaconWitnessOptions): BeaconWitness {
  const { now, steady, log, onAnswer = () => {} } = options;
  let proven: { readonly offsetMs: number; readonly atMs: number } | undefined;
  let lagMs = 0;
  let reported = "right";
  const slow: { readonly atMs: number; readonly byMs: number }[] = [];

  function provenMs(steadyMs: number): number {
    return proven === undefined
      ? -Infinity
      : proven.offsetMs - Math.max(0, steadyMs - proven.atMs) * DRIFT;
  }

  function report(state: "slow" | "fast" | "right", offMs: number): void {
    if (state !== reported) {
      reported = state;
      log(state === "right" ? "clock right again" : `clock ${state}`, { offMs });
    }
  }

  return {
    prove(tickMs) {
      const steadyMs = steady();
      const offsetMs = tickMs - steadyMs;
      if (offsetMs > provenMs(steadyMs)) {
        proven = { offsetMs, atMs: steadyMs };
        onAnswer();
      }
    },
    noteArrival(tickMs) {
      const arrivedMs = now();
      const lateMs = arrivedMs - tickMs;
      lagMs = Math.max(0, -lateMs);
      if (lagMs > TOLERATED_MS) {
        slow.push({ atMs: arrivedMs, byMs: lagMs });
        slow.splice(0, slow.length - REMEMBERED);
        report("slow", lagMs);
      } else if (lateMs - USUAL_MS > TOLERATED_MS) {
        // Or every relay is slow, which looks the same from here; betting closes early either way.
        report("fast", lateMs - USUAL_MS);
      } else {
        report("right", lateMs);
      }
    },
    provenMs,
    lagMs: () => lagMs,
    earlyMs: (sinceMs) =>
      Math.max(0, ...slow.map(({ atMs, byMs }) => (atMs >= sinceMs ? byMs : 0))),
  };
}
