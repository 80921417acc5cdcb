import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Store } from "../store/store.ts";
import type { Later } from "../stream/game-feed.ts";
import { exactly } from "./bounded-time.ts";
import { DRIFT, narrowed } from "./offset.ts";
import type { Offset } from "./offset.ts";
import { createServiceClock, NOBODY } from "./service-clock.ts";
import type { ClockState, ServiceClock } from "./service-clock.ts";
import { chronyWitness } from "./witnesses/chrony.ts";
import { datesWitness } from "./witnesses/dates.ts";
import type { DatesWitness } from "./witnesses/dates.ts";
import { storeWitness } from "./witnesses/store-witness.ts";

/** The service's clock, with what it hears. */
export interface OpenClock extends ServiceClock {
  /** Learns that true time is not before this, epoch ms: what came now was not there earlier. */
  prove(atMs: number): void;
  readonly noteDate: DatesWitness["note"];
  stop(): Promise<void>;
}

export interface OpenClockOptions {
  readonly store: Store;
  /** This machine's clock, epoch ms. */
  readonly wall: Clock;
  /** A clock that nothing sets, ms from any beginning. */
  readonly steady: Clock;
  readonly later: Later;
  readonly log: Log;
  /** Is told what is made of the time whenever somebody was heard. */
  readonly report: (state: ClockState) => void;
}

/** A database that was not heard for so long gives way to chrony, in ms. */
const AWAY_MS = 10_000;

/**
 * Asks the witnesses, and goes on to do so.
 *
 * @throws StoreError when the store does not answer.
 */
export async function openClock(options: OpenClockOptions): Promise<OpenClock> {
  const { store, wall, steady, later, log, report } = options;
  const shared = storeWitness({ store, wall, steady, later, heard });
  const chrony = chronyWitness({ own: readOwn, later, heard });
  const dates = datesWitness(heard);
  let proven: { readonly offsetMs: number; readonly atMs: number } | undefined;

  function heard(): void {
    clock.heard();
    clock.time();
    report(clock.state());
  }

  function readOwn() {
    const steadyMs = steady();
    return { ownMs: wall() - steadyMs, steadyMs };
  }

  function provenMs(steadyMs: number): number {
    return proven === undefined
      ? -Infinity
      : proven.offsetMs - Math.max(0, steadyMs - proven.atMs) * DRIFT;
  }

  function databaseAt(steadyMs: number): Offset | undefined {
    const database = shared.database(steadyMs);
    const kept = chrony.clock(steadyMs);
    const isAway = shared.databaseAgeMs(steadyMs) > AWAY_MS;
    return database !== undefined && kept !== undefined && isAway
      ? narrowed(database, kept)
      : database;
  }

  const clock = createServiceClock({
    wall,
    steady,
    log,
    testimony: (steadyMs) => ({
      database: databaseAt(steadyMs),
      chrony: chrony.clock(steadyMs),
      peers: shared.peers(steadyMs),
      dates: dates.clocks(steadyMs),
      provenMs: provenMs(steadyMs),
    }),
  });
  await shared.start();
  chrony.start();
  return {
    ...clock,
    prove(atMs) {
      const steadyMs = steady();
      const offsetMs = atMs - steadyMs;
      if (offsetMs > provenMs(steadyMs)) {
        proven = { offsetMs, atMs: steadyMs };
        heard();
      }
    },
    noteDate: dates.note,
    async stop() {
      chrony.stop();
      await shared.stop();
    },
  };
}

/** A clock that is believed whatever it says: a test's, which sets it at will. */
export function givenClock(now: Clock): OpenClock {
  return {
    time: () => exactly(now()),
    now,
    fault: () => null,
    state: () => ({ verdict: "unwitnessed", widthMs: 0, witnesses: NOBODY }),
    heard() {},
    prove() {},
    noteDate() {},
    async stop() {},
  };
}
