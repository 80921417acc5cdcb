import type { Log } from "../runtime/log.ts";
import type { BoundedTime } from "./bounded-time.ts";
import { NO_WITNESSES } from "./clock-state.ts";
import type { ClockState } from "./clock-state.ts";
import type { Clock } from "./clock.ts";
import { judge } from "./judgement.ts";
import type { ClockReports, Judgement } from "./judgement.ts";
import { createMachineClock } from "./machine-clock.ts";

/** The time between bounds, judged by this machine's clock and all witnesses. */
export interface JudgedClock {
  /**
   * The time, which never goes back. While there is a fault, the bounds are wide enough that nothing is
   * published early by any witness.
   */
  time(): BoundedTime;
  /** The best guess at the time, epoch ms, which may go back. */
  now(): number;
  /** Why this server must not publish rounds, as of the last `time`, in words; null when it may. */
  fault(): string | null;
  /** How the last `time` was judged. */
  state(): ClockState;
  /** Has the next `time` judged anew, because a witness answered. */
  recheck(): void;
  /** Looks whether this machine's clock was set. */
  watch(): void;
}

/** What the witnesses report at a time of the steady clock. */
export type Reports = (steadyMs: number) => Omit<ClockReports, "ownMs">;

export interface JudgedClockOptions {
  /** This machine's clock, epoch ms. */
  readonly wall: Clock;
  /** A clock that nothing sets, ms from any beginning. */
  readonly steady: Clock;
  readonly reports: Reports;
  readonly log: Log;
  /** Called when this machine's clock was set. */
  readonly onStep?: () => void;
  /** Until when any server on the store has published rounds, epoch ms. */
  readonly publishedUntilMs?: number;
}

/** How long a judgement holds while no witness answers: drift does not count within it. */
const HOLDS_MS = 250;
/** The most that this machine's clock may move under a judgement, in ms. */
const MOVES_MS = 20;
/** What sums of epoch ms may be off by, so that a whole millisecond stays one. */
const ROUNDING_MS = 0.01;
/** How far the time may fall behind and stand still. Beyond that, nobody is served until it has caught up. */
const MAX_HELD_MS = 60_000;

export function createJudgedClock(options: JudgedClockOptions): JudgedClock {
  const { reports, log, publishedUntilMs = -Infinity } = options;
  const machine = createMachineClock(options);
  let judgement: Judgement | undefined;
  let judgedAtMs = -Infinity;
  let judgedOwnMs = Number.NaN;
  let ownMs = 0;
  let steadyMs = 0;
  let earliestMs = publishedUntilMs;
  let latestMs = publishedUntilMs;
  let fault: string | null = null;
  let witnesses = NO_WITNESSES;
  let state: ClockState = { verdict: "unwitnessed", widthMs: 0, witnesses: NO_WITNESSES };
  let logged = "";

  function look(): Judgement {
    const reading = machine.read();
    const foundMs = reading.offsetMs;
    steadyMs = reading.steadyMs;
    const isHeld =
      judgement !== undefined &&
      steadyMs - judgedAtMs < HOLDS_MS &&
      Math.abs(foundMs - judgedOwnMs) < MOVES_MS;
    if (isHeld) {
      ownMs += foundMs - judgedOwnMs;
      judgedOwnMs = foundMs;
      return judgement as Judgement;
    }
    const reported = reports(steadyMs);
    const hasReference = reported.database !== undefined || reported.chrony !== undefined;
    const isWitnessed = hasReference || reported.peers.length > 0;
    judgedAtMs = steadyMs;
    judgedOwnMs = foundMs;
    ownMs = machine.accept(reading, isWitnessed);
    judgement = judge({ ...reported, ownMs });
    if (judgement.reason !== null && ownMs !== foundMs) {
      const ifSet = judge({ ...reported, ownMs: foundMs });
      if (ifSet.reason === null) {
        // The witnesses that contradicted it agree with what it was set to.
        ownMs = machine.accept(reading, true);
        judgement = ifSet;
      }
    }
    witnesses = {
      database: reported.database === undefined ? 0 : 1,
      chrony: reported.chrony === undefined ? 0 : 1,
      servers: reported.peers.length,
      dates: reported.dates.length,
      beacons: reported.provenMs === -Infinity ? 0 : 1,
    };
    return judgement;
  }

  /** Logs a change of the verdict; the first one only if somebody has to act. */
  function logVerdict(): void {
    const { verdict, widthMs } = state;
    if (
      verdict !== logged &&
      (logged !== "" || (verdict !== "sure" && verdict !== "unwitnessed"))
    ) {
      log(`clock ${verdict}`, { widthMs, ...(fault === null ? {} : { reason: fault }) });
    }
    logged = verdict;
  }

  function time(): BoundedTime {
    const { verdict, leastMs, mostMs, reason } = look();
    const foundEarliestMs = Math.floor(steadyMs + Math.min(ownMs, leastMs) + ROUNDING_MS);
    const foundLatestMs = Math.ceil(steadyMs + Math.max(ownMs, mostMs) - ROUNDING_MS);
    const behindMs = earliestMs - foundEarliestMs;
    const isBehind = reason === null && behindMs > MAX_HELD_MS;
    fault = isBehind
      ? `Rounds were told until ${new Date(earliestMs).toISOString()} already, and it is not that late. Set the clock right, or wait. If it was wrong then, and nobody has bet on those rounds: stop all servers, run on the database "delete from meta where name = 'told_until';", and start them.`
      : reason;
    // History goes on by the earliest time even while there is a fault: what was published stays so.
    earliestMs = Math.max(earliestMs, foundEarliestMs);
    if (fault === null) {
      latestMs = Math.max(latestMs, foundLatestMs, earliestMs);
    }
    state = {
      verdict: isBehind ? "behind" : verdict,
      widthMs: foundLatestMs - foundEarliestMs,
      witnesses,
    };
    logVerdict();
    return { earliestMs, latestMs: Math.max(latestMs, foundLatestMs) };
  }

  return {
    time,
    now() {
      const { best } = look();
      const offsetMs = best === null ? ownMs : (best.leastMs + best.mostMs) / 2;
      return Math.floor(steadyMs + offsetMs + ROUNDING_MS);
    },
    fault: () => fault,
    state: () => state,
    recheck() {
      judgedAtMs = -Infinity;
    },
    watch: () => void machine.read(),
  };
}
