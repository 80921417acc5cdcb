import { plainFetch } from "../http/fetch.ts";
import type { Fetch } from "../http/fetch.ts";
import type { Log } from "../runtime/log.ts";
import type { SetTimer } from "../runtime/timers.ts";
import type { Store } from "../store/store.ts";
import { exactly } from "./bounded-time.ts";
import { NO_WITNESSES } from "./clock-state.ts";
import type { ClockState } from "./clock-state.ts";
import type { Clock } from "./clock.ts";
import { createJudgedClock } from "./judged-clock.ts";
import type { JudgedClock } from "./judged-clock.ts";
import { watchForJumps } from "./jump-watch.ts";
import { narrowed } from "./offset.ts";
import type { Offset } from "./offset.ts";
import { SAVE_MS } from "./published-until.ts";
import { beaconWitness } from "./witnesses/beacons.ts";
import type { BeaconWitness } from "./witnesses/beacons.ts";
import { chronyWitness } from "./witnesses/chrony.ts";
import { datesWitness } from "./witnesses/dates.ts";
import { storeWitness } from "./witnesses/store-witness.ts";

/*
 * How the time is judged, from the bottom up:
 *
 * 1. `machine-clock.ts` reads this machine's clock and notices when somebody sets it.
 * 2. `witnesses/` ask every other clock: the database, the other servers on the store, chrony, the `Date`
 *    header of hosts that are called anyway, and beacons, which prove that it is not earlier than theirs.
 *    `offset.ts` says how far each is ahead, with bounds.
 * 3. `vote.ts` finds the shared clocks that agree; `judgement.ts` adds the others and gives a verdict.
 * 4. `judged-clock.ts` turns the verdict into a time between bounds that never goes back.
 * 5. `jump-watch.ts` stops deleting when the clock is far ahead of what `published-until.ts` saved.
 *
 * This file starts all of that. The service sees only its `ServiceClock`; `known-time.ts` skips jobs while
 * the time is unknown. `time-by-store.ts` is for commands, which run no clock of their own.
 */

/** The clock that the whole service goes by: judged by its witnesses, which it keeps asking. */
export interface ServiceClock extends Omit<JudgedClock, "recheck" | "watch"> {
  /** What beacons prove about this clock. */
  readonly beacons: BeaconWitness;
  /** The global `fetch`, which also takes the header `Date` of every answer as a witness. */
  readonly fetch: Fetch;
  /**
   * Whether the clock may have jumped: it is much later than when it was last trusted, and no witness
   * confirms it. Until one does, or the service has run for a day, nothing is deleted, and no more is
   * published than must be.
   */
  isDoubted(): boolean;
  stop(): Promise<void>;
}

export interface ServiceClockOptions {
  readonly store: Store;
  /** This machine's clock, epoch ms. */
  readonly wall: Clock;
  /** A clock that nothing sets, ms from any beginning. */
  readonly steady: Clock;
  readonly setTimer: SetTimer;
  readonly log: Log;
  /** Addresses that are asked for the time when the clock may have jumped. */
  readonly relays: readonly string[];
  /** Addresses that the service asks by `fetch` anyway: their hosts are witnesses too. */
  readonly regulars: readonly string[];
  /** Called with the state of the clock after every answer of a witness. */
  readonly report: (state: ClockState) => void;
  /** Called when this machine's clock was set. */
  readonly onStep: () => void;
}

/** A database that has not answered for so long gives way to chrony, in ms. */
const AWAY_MS = 10_000;
/** How often it is looked whether this machine's clock was set. */
const WATCH_MS = 1_000;

/**
 * Opens the clock once the witnesses have answered, and goes on asking them.
 *
 * @throws StoreError when the store does not answer.
 */
export async function openServiceClock(options: ServiceClockOptions): Promise<ServiceClock> {
  const { store, wall, steady, setTimer, log, report, relays, regulars, onStep } = options;
  const shared = storeWitness({ store, wall, steady, setTimer, onAnswer });
  const chrony = chronyWitness({ own: readOwn, setTimer, onAnswer });
  const dates = datesWitness({ regulars, steady, setTimer, onAnswer });
  const beacons = beaconWitness({ now: () => clock.now(), steady, log, onAnswer });

  function onAnswer(): void {
    clock.recheck();
    // Not before all were asked: the time never goes back.
    if (isOpen) {
      clock.time();
      report(clock.state());
    }
  }

  function readOwn() {
    const steadyMs = steady();
    return { ownMs: wall() - steadyMs, steadyMs };
  }

  function databaseAt(steadyMs: number): Offset | undefined {
    const database = shared.database(steadyMs);
    const kept = chrony.clock(steadyMs);
    const isAway = shared.databaseAgeMs(steadyMs) > AWAY_MS;
    return database !== undefined && kept !== undefined && isAway
      ? narrowed(database, kept)
      : database;
  }

  /** Whether any witness answers whose clock would not jump with this machine's. */
  function isWitnessed(): boolean {
    const steadyMs = steady();
    const answers = [shared.database(steadyMs), chrony.clock(steadyMs), ...dates.clocks(steadyMs)];
    return answers.some((one) => one !== undefined);
  }

  const jumps = await watchForJumps({
    store,
    log,
    steady,
    now: () => clock.now(),
    provenMs: () => steady() + beacons.provenMs(steady()),
    isWitnessed,
  });
  const { publishedUntilMs } = jumps;
  let isOpen = false;
  let cancelSave = () => {};
  let cancelWatch = () => {};
  let saving: Promise<void> = Promise.resolve();

  async function save(): Promise<void> {
    const { earliestMs } = clock.time();
    if (clock.fault() === null) {
      await jumps.save(earliestMs);
    }
  }

  function saveAgain(): void {
    saving = save().catch(() => {});
    cancelSave = setTimer(saveAgain, SAVE_MS);
  }

  function watchAgain(): void {
    clock.watch();
    cancelWatch = setTimer(watchAgain, WATCH_MS);
  }

  const clock = createJudgedClock({
    wall,
    steady,
    log,
    ...(publishedUntilMs === undefined ? {} : { publishedUntilMs }),
    onStep,
    reports: (steadyMs) => ({
      database: databaseAt(steadyMs),
      chrony: chrony.clock(steadyMs),
      peers: shared.peers(steadyMs),
      dates: dates.clocks(steadyMs),
      provenMs: beacons.provenMs(steadyMs),
    }),
  });
  await shared.start();
  chrony.start();
  const firstDates = dates.start();
  if (shared.database(steady()) === undefined) {
    // Nothing is published before they have answered.
    await firstDates;
  }
  if (jumps.isDoubted()) {
    await dates.ask(relays);
  }
  isOpen = true;
  onAnswer();
  // Before anything goes by this clock.
  saveAgain();
  await saving;
  watchAgain();
  return {
    time: clock.time,
    now: clock.now,
    fault: clock.fault,
    state: clock.state,
    beacons,
    fetch: dates.fetch,
    isDoubted: jumps.isDoubted,
    async stop() {
      chrony.stop();
      dates.stop();
      cancelSave();
      cancelWatch();
      await saving;
      await save().catch(() => {});
      await shared.stop();
    },
  };
}

/** A clock that is trusted whatever it says: one that tests set, or `npm run dev`. */
export function trustedClock(now: Clock): ServiceClock {
  return {
    time: () => exactly(now()),
    now,
    fault: () => null,
    state: () => ({ verdict: "unwitnessed", widthMs: 0, witnesses: NO_WITNESSES }),
    beacons: beaconWitness({ now, steady: now, log: () => {} }),
    fetch: plainFetch,
    isDoubted: () => false,
    async stop() {},
  };
}
