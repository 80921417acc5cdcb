import type { Log } from "../runtime/log.ts";
import type { BoundedTime } from "./bounded-time.ts";
import type { Clock } from "./clock.ts";
import { judge } from "./judgement.ts";
import type { Evidence, Judgement, Verdict } from "./judgement.ts";
import { createOwnClock } from "./own-clock.ts";

/** The service's clock: the time between bounds, by all who tell it. */
export interface ServiceClock {
  /** The time, which never goes back. Told also while it is not to be relied on: then nothing early by anyone. */
  time(): BoundedTime;
  /** The best guess at the time, epoch ms, which may go back. */
  now(): number;
  /** Why this server may not tell rounds at the time last told, in words; null when it may. */
  fault(): string | null;
  /** What was made of the witnesses then. */
  state(): ClockState;
  /** Judges anew at the next question, since a witness was heard. */
  heard(): void;
}

export interface ClockState {
  readonly verdict: Verdict | "behind";
  readonly widthMs: number;
  /** How many clocks of each kind are heard. */
  readonly witnesses: Readonly<Record<WitnessKind, number>>;
}

type WitnessKind = "database" | "chrony" | "servers" | "dates" | "beacons";

/** What is heard where there is nobody to be heard. */
export const NOBODY: ClockState["witnesses"] = {
  database: 0,
  chrony: 0,
  servers: 0,
  dates: 0,
  beacons: 0,
};

/** What the witnesses say at a time of the steady clock. */
export type Testimony = (steadyMs: number) => Omit<Evidence, "ownMs">;

export interface ServiceClockOptions {
  /** This machine's clock, epoch ms. */
  readonly wall: Clock;
  /** A clock that nothing sets, ms from any beginning. */
  readonly steady: Clock;
  readonly testimony: Testimony;
  readonly log: Log;
  /** The time until which rounds were told already, by whichever server and before any restart. */
  readonly toldUntilMs?: number;
}

/** How long a judgement holds while nobody is heard: so long nothing drifts away. */
const HOLDS_MS = 250;
/** The most that this machine's clock may move under a judgement, in ms. */
const MOVES_MS = 20;
/** Both clocks were read at one moment if no more than this lay between, in ms. */
const AT_ONCE_MS = 5;
/** What sums of epoch ms may be off by, so that a whole millisecond stays one. */
const ROUNDING_MS = 0.01;
/** The longest that the time stands still; further back nobody is served until it is there again. */
const MAX_HELD_MS = 60_000;

export function createServiceClock(options: ServiceClockOptions): ServiceClock {
  const { wall, steady, testimony, log, toldUntilMs = -Infinity } = options;
  const own = createOwnClock();
  let judgement: Judgement | undefined;
  let judgedAtMs = -Infinity;
  let judgedOwnMs = Number.NaN;
  let ownMs = 0;
  let steadyMs = 0;
  let earliestMs = toldUntilMs;
  let latestMs = toldUntilMs;
  let fault: string | null = null;
  let witnesses = NOBODY;
  let state: ClockState = { verdict: "unwitnessed", widthMs: 0, witnesses: NOBODY };
  let logged = "";

  /** Reads both clocks at one moment, as far as this process is not stopped in between each time. */
  function read(): number {
    for (let tries = 1; ; tries++) {
      const beforeMs = steady();
      const nowMs = wall();
      steadyMs = steady();
      if (steadyMs - beforeMs <= AT_ONCE_MS || tries === 3) {
        return nowMs - steadyMs;
      }
    }
  }

  function look(): Judgement {
    const foundMs = read();
    const isHeld =
      judgement !== undefined &&
      steadyMs - judgedAtMs < HOLDS_MS &&
      Math.abs(foundMs - judgedOwnMs) < MOVES_MS;
    if (isHeld) {
      ownMs += foundMs - judgedOwnMs;
      judgedOwnMs = foundMs;
      return judgement as Judgement;
    }
    const said = testimony(steadyMs);
    const hasReference = said.database !== undefined || said.chrony !== undefined;
    const isWitnessed = hasReference || said.peers.length > 0;
    judgedAtMs = steadyMs;
    judgedOwnMs = foundMs;
    ownMs = own.accept(foundMs, steadyMs, isWitnessed);
    judgement = judge({ ...said, ownMs });
    if (judgement.reason !== null && ownMs !== foundMs) {
      const ifSet = judge({ ...said, ownMs: foundMs });
      if (ifSet.reason === null) {
        // Those who refuted it agree with what it was set to.
        ownMs = own.accept(foundMs, steadyMs, true);
        judgement = ifSet;
      }
    }
    witnesses = {
      database: said.database === undefined ? 0 : 1,
      chrony: said.chrony === undefined ? 0 : 1,
      servers: said.peers.length,
      dates: said.dates.length,
      beacons: said.provenMs === -Infinity ? 0 : 1,
    };
    return judgement;
  }

  /** Logs what is made of the time when that changes; at first only if there is something to be done. */
  function tell(): void {
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
    // Of history the earliest is told also by a server that is in doubt: what was said stays said.
    earliestMs = Math.max(earliestMs, foundEarliestMs);
    if (fault === null) {
      latestMs = Math.max(latestMs, foundLatestMs, earliestMs);
    }
    state = {
      verdict: isBehind ? "behind" : verdict,
      widthMs: foundLatestMs - foundEarliestMs,
      witnesses,
    };
    tell();
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
    heard() {
      judgedAtMs = -Infinity;
    },
  };
}
