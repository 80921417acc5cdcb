import type { Log } from "../runtime/log.ts";

/** What fresh beacons tell of this machine's clock. */
export interface ClockCheck {
  /**
   * Learns that a beacon that was waited for came at `arrivedMs` by this machine's clock; it cannot
   * have been there before `tickMs`.
   */
  noteArrival(tickMs: number, arrivedMs: number): void;
  /** By how much the clock is slow, at the least, in ms; 0 when it is not known to be. */
  lagMs(): number;
  /**
   * By how much bets are to close early because of it, in ms: the most that the clock has been slow
   * since a time (epoch ms, by this clock), where that is more than is tolerated.
   */
  earlyMs(sinceMs: number): number;
}

/** What it usually takes from the tick until a beacon is made and has travelled here. */
const USUAL_MS = 850;
/** A clock that is further off than this is reported. */
const TOLERATED_MS = 1_000;
/** Arrivals remembered: those of some minutes. */
const REMEMBERED = 32;

export function createClockCheck(log: Log): ClockCheck {
  let lagMs = 0;
  let reported = "right";
  const slow: { readonly atMs: number; readonly byMs: number }[] = [];

  function report(state: "slow" | "fast" | "right", offMs: number): void {
    if (state !== reported) {
      reported = state;
      log(state === "right" ? "clock right again" : `clock ${state}`, { offMs });
    }
  }

  return {
    noteArrival(tickMs, arrivedMs) {
      const lateMs = arrivedMs - tickMs;
      lagMs = Math.max(0, -lateMs);
      if (lagMs > TOLERATED_MS) {
        slow.push({ atMs: arrivedMs, byMs: lagMs });
        slow.splice(0, slow.length - REMEMBERED);
        report("slow", lagMs);
      } else if (lateMs - USUAL_MS > TOLERATED_MS) {
        // Or every relay is slow, which cannot be told from here; betting closes early either way.
        report("fast", lateMs - USUAL_MS);
      } else {
        report("right", lateMs);
      }
    },
    lagMs: () => lagMs,
    earlyMs: (sinceMs) =>
      Math.max(0, ...slow.map(({ atMs, byMs }) => (atMs >= sinceMs ? byMs : 0))),
  };
}
