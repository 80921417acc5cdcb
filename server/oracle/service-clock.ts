import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { games } from "../../src/games/index.ts";
import { GENESIS_MS, phaseStartMs, roundAt } from "../../src/round/phases.ts";
import type { Log } from "../runtime/log.ts";
import { StartError } from "../runtime/start-error.ts";
import { repeat } from "../runtime/timers.ts";
import type { SetTimer } from "../runtime/timers.ts";
import { describeFault } from "../store/store-error.ts";
import { readFact } from "../store/store.ts";
import type { Store } from "../store/store.ts";
import { databaseClock, DRIFT, exactTime, machineTime } from "./time-source.ts";
import type { BoundedTime, SourceDeps } from "./time-source.ts";

/** The clock of the service and its commands. All times are epoch ms. */
export type ServiceClock = Awaited<ReturnType<typeof openServiceClock>>;

export interface ServiceClockOptions extends SourceDeps {
  readonly store: Store;
  readonly setTimer: SetTimer;
  readonly log: Log;
  /** `widthMs` is the distance between the time's bounds. */
  readonly report: (clock: { isUsable: boolean; widthMs: number }) => void;
}

const CHECK_MS = 400;
/** How far ahead a reveal is saved in the store. */
const SAVE_AHEAD_MS = 2_000;
/** How long a reveal waits for the store before tables close. */
const MAX_SAVE_DELAY_MS = 10_000;
/** If the source goes back by less than this, the time does not advance until the source has caught up. */
const MAX_STEP_BACK_MS = 1_000;
/** Tolerated lag of the clock behind a beacon. Bets close three seconds before a beacon arrives. */
const TOLERATED_SLOWNESS_MS = 500;

/**
 * Opens the clock, which checks its source regularly.
 *
 * @throws StoreError if the store does not respond.
 * @throws StartError if the time is before round 1.
 */
export async function openServiceClock(options: ServiceClockOptions) {
  const { store, steady, setTimer, log, report } = options;
  const source = store.hasOwnClock ? await databaseClock(store, steady) : machineTime(options);
  const startMs = source.bounds().earliestMs;
  requireRounds(startMs);
  /** The time up to which servers on this store had revealed outcomes. */
  const revealedAtStartMs = Number((await readFact(store, "revealed_until")) ?? -Infinity);
  /** The first unsaved reveal. */
  let unsavedMs = nextRevealMs(revealedAtStartMs);
  let earliestMs = -Infinity;
  let latestMs = -Infinity;
  /** The latest beacon's tick, and its arrival on the steady clock. */
  let proven = { beaconTimeMs: -Infinity, atMs: 0 };
  /** Why the next reveal could not be saved. */
  let saveError: unknown = null;
  let wasUsable = true;

  /** The time's bounds, which never go back. */
  function time(): BoundedTime {
    const found = source.bounds();
    // No outcome is revealed before its reveal is saved.
    earliestMs = Math.max(earliestMs, Math.min(found.earliestMs, unsavedMs - 1));
    latestMs = Math.max(latestMs, found.latestMs, earliestMs);
    return { earliestMs, latestMs };
  }

  /** Why the tables must be closed, as a message; null if they may be open. */
  function fault(): string | null {
    const reason = source.fault();
    if (reason !== null) {
      return reason;
    }
    const found = source.bounds();
    time();
    const revealed = new Date(Math.max(revealedAtStartMs, earliestMs)).toISOString();
    if (found.earliestMs < earliestMs - MAX_STEP_BACK_MS) {
      const seconds = ((earliestMs - found.earliestMs) / 1_000).toFixed(1);
      return `The clock is ${seconds} s behind results that are already public. Correct the clock, or wait until ${revealed}.`;
    }
    if (found.earliestMs < revealedAtStartMs) {
      return `Results up to ${revealed} are already public, but the clock is earlier than that. Correct the clock or wait until ${revealed}. If the clock was wrong when they were published, and those rounds had no bets, see "The clock" on the Monitor page of the docs.`;
    }
    if (found.latestMs < provenMs() - TOLERATED_SLOWNESS_MS) {
      return "A beacon proves that the clock is slow. Correct the clock and restart the service.";
    }
    return found.earliestMs - earliestMs > MAX_SAVE_DELAY_MS ? cannotRecord(saveError) : null;
  }

  function provenMs(): number {
    return proven.beaconTimeMs + (steady() - proven.atMs) * (1 - DRIFT);
  }

  async function saveAhead(): Promise<void> {
    const endMs = source.bounds().earliestMs + SAVE_AHEAD_MS;
    if (endMs >= unsavedMs) {
      await saveRevealedUntil(store, endMs);
      unsavedMs = nextRevealMs(endMs);
    }
  }

  async function check(): Promise<void> {
    const [, saved] = await Promise.allSettled([source.read(), saveAhead()]);
    saveError = saved.status === "rejected" ? saved.reason : null;
    const reason = fault();
    if (reason !== null && wasUsable) {
      log("tables closed", { reason });
    } else if (reason === null && !wasUsable) {
      log("tables open again");
    }
    wasUsable = reason === null;
    const bounds = source.bounds();
    report({ isUsable: wasUsable, widthMs: bounds.latestMs - bounds.earliestMs });
  }

  const earlyMs = revealedAtStartMs - startMs;
  if (earlyMs > 0 && earlyMs <= SAVE_AHEAD_MS) {
    // A server saved this reveal, and stopped before it was due.
    await pause(earlyMs);
  }
  await saveAhead();
  await check();
  return {
    trust: source.trust,
    time,
    /** The best estimate of the time, which can go back. */
    now() {
      const found = source.bounds();
      return Math.floor((found.earliestMs + found.latestMs) / 2);
    },
    fault,
    /** Proves that the time is at least `beaconTimeMs`, because that tick's beacon exists. */
    prove(beaconTimeMs: number) {
      if (beaconTimeMs > provenMs()) {
        proven = { beaconTimeMs, atMs: steady() };
      }
    },
    stop: repeat(check, CHECK_MS, setTimer),
  };
}

/** @throws StartError for a time before round 1. */
export function requireRounds(nowMs: number): void {
  if (nowMs < GENESIS_MS) {
    throw new StartError(
      `The clock says ${new Date(nowMs).toISOString()}, which is before the first round. Correct the clock and start again.`,
    );
  }
}

/** A clock without checks, for tests, the sandbox and `npm run dev`. */
export function trustedClock(now: () => number): ServiceClock {
  return {
    trust: "unwitnessed",
    time: () => exactTime(now()),
    now,
    fault: () => null,
    prove: () => {},
    async stop() {},
  };
}

/** The first time after `afterMs` when an outcome may be revealed, in either mode. */
function nextRevealMs(afterMs: number): number {
  const timings = games.flatMap((game) => [game, game.drand]);
  const moments = timings.flatMap((timing) => {
    const round = roundAt(Math.max(afterMs, GENESIS_MS), timing.intervalMs);
    return [round, round + 1].map((next) => phaseStartMs(next, "revealing", timing));
  });
  return Math.min(...moments.filter((ms) => ms > afterMs));
}

/** Saves a time, unless a later one is already saved. */
async function saveRevealedUntil({ db }: Store, endMs: number): Promise<void> {
  const value = String(endMs);
  await db
    .insertInto("meta")
    .values({ name: "revealed_until", value })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ value })
        .where(sql<boolean>`cast(meta.value as bigint) < ${endMs}`),
    )
    .execute();
}

function cannotRecord(error: unknown): string {
  const { what, remedy } = describeFault(error);
  return `${what}, so the service cannot record which results are public. ${remedy}`;
}
