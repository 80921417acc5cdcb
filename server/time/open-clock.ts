import type { Fetch } from "../http/fetch.ts";
import type { Log } from "../runtime/log.ts";
import type { SetTimer } from "../runtime/timers.ts";
import type { Store } from "../store/store.ts";
import { exactly } from "./bounded-time.ts";
import type { Clock } from "./clock.ts";
import { watchForLeaps } from "./leap-watch.ts";
import { DRIFT, narrowed } from "./offset.ts";
import type { Offset } from "./offset.ts";
import { createServiceClock, NOBODY } from "./service-clock.ts";
import type { ClockState, ServiceClock } from "./service-clock.ts";
import { KEEP_MS } from "./told-until.ts";
import { chronyWitness } from "./witnesses/chrony.ts";
import { datesWitness } from "./witnesses/dates.ts";
import { storeWitness } from "./witnesses/store-witness.ts";

/** The service's clock, with what it hears. */
export interface OpenClock extends ServiceClock {
  /** Learns that true time is not before this, epoch ms: what came now was not there earlier. */
  prove(atMs: number): void;
  /** The global `fetch`, by whose answers the clock is checked: they tell the time of whoever gave them. */
  readonly fetch: Fetch;
  /**
   * Whether the clock may have leapt: it is much later than when it was last trusted, and nobody says the
   * same. Until somebody does, or the service has run for a day, nothing is deleted then, and no more is
   * published than must be.
   */
  isDoubted(): boolean;
  stop(): Promise<void>;
}

export interface OpenClockOptions {
  readonly store: Store;
  /** This machine's clock, epoch ms. */
  readonly wall: Clock;
  /** A clock that nothing sets, ms from any beginning. */
  readonly steady: Clock;
  readonly setTimer: SetTimer;
  readonly log: Log;
  /** Who is asked for the time when the clock may have leapt. */
  readonly relays: readonly string[];
  /** Whom the service talks to anyway, by `fetch`: addresses, whose hosts tell the time by the way. */
  readonly regulars: readonly string[];
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
  const { store, wall, steady, setTimer, log, report, relays, regulars } = options;
  const shared = storeWitness({ store, wall, steady, setTimer, heard });
  const chrony = chronyWitness({ own: readOwn, setTimer, heard });
  const dates = datesWitness({ regulars, steady, setTimer, heard });
  let proven: { readonly offsetMs: number; readonly atMs: number } | undefined;

  function heard(): void {
    clock.heard();
    // Before all were asked the time is not told: it would never go back.
    if (isOpen) {
      clock.time();
      report(clock.state());
    }
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

  /** Whether somebody is heard who would not leap with this machine's clock. */
  function isWitnessed(): boolean {
    const steadyMs = steady();
    const heardFrom = [
      shared.database(steadyMs),
      chrony.clock(steadyMs),
      ...dates.clocks(steadyMs),
    ];
    return heardFrom.some((one) => one !== undefined);
  }

  const leaps = await watchForLeaps({
    store,
    log,
    steady,
    now: () => clock.now(),
    provenMs: () => steady() + provenMs(steady()),
    isWitnessed,
  });
  const { toldUntilMs } = leaps;
  let isOpen = false;
  let cancel = () => {};
  let keeping: Promise<void> = Promise.resolve();

  async function keep(): Promise<void> {
    const { earliestMs } = clock.time();
    if (clock.fault() === null) {
      await leaps.keep(earliestMs);
    }
  }

  function keepAgain(): void {
    keeping = keep().catch(() => {});
    cancel = setTimer(keepAgain, KEEP_MS);
  }

  const clock = createServiceClock({
    wall,
    steady,
    log,
    ...(toldUntilMs === undefined ? {} : { toldUntilMs }),
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
  const datesHeard = dates.start();
  if (shared.database(steady()) === undefined) {
    // Nothing is told before they had their say.
    await datesHeard;
  }
  if (leaps.isDoubted()) {
    await dates.ask(relays);
  }
  isOpen = true;
  heard();
  // Before anything goes by this clock.
  keepAgain();
  await keeping;
  return {
    ...clock,
    fetch: dates.fetch,
    prove(atMs) {
      const steadyMs = steady();
      const offsetMs = atMs - steadyMs;
      if (offsetMs > provenMs(steadyMs)) {
        proven = { offsetMs, atMs: steadyMs };
        heard();
      }
    },
    isDoubted: leaps.isDoubted,
    async stop() {
      chrony.stop();
      dates.stop();
      cancel();
      await keeping;
      await keep().catch(() => {});
      await shared.stop();
    },
  };
}

/** A clock that is believed whatever it says: a test's, which sets it at will. */
export function trustedClock(now: Clock): OpenClock {
  return {
    time: () => exactly(now()),
    now,
    fault: () => null,
    state: () => ({ verdict: "unwitnessed", widthMs: 0, witnesses: NOBODY }),
    heard() {},
    prove() {},
    fetch: (address, init) => fetch(address, init),
    isDoubted: () => false,
    async stop() {},
  };
}
