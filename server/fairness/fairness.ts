import { publicKeyOf, VERSION } from "../../src/fairness/header.ts";
import type { PublishedKeys } from "../../src/fairness/published-keys.ts";
import { games } from "../../src/games/index.ts";
import type { Beacons } from "../oracle/beacons.ts";
import type { ServiceClock } from "../oracle/service-clock.ts";
import { ed25519 } from "../runtime/node-crypto.ts";
import { repeat } from "../runtime/timers.ts";
import type { SetTimer } from "../runtime/timers.ts";
import { committedDays } from "./commitments.ts";
import type { DatedSecrets } from "./dated-secrets.ts";
import { openDayHeaders } from "./day-headers.ts";
import type { DayHeadersOptions } from "./day-headers.ts";
import { openHeaderJournal } from "./header-journal.ts";
import { createRecords } from "./records.ts";

/** Everything that makes rounds provable. */
export type Fairness = Awaited<ReturnType<typeof openFairness>>;

type Signing = "store" | "signingKey" | "entropy" | "isAlone" | "vouchedDay" | "log";

export interface FairnessOptions extends Pick<DayHeadersOptions, Signing> {
  readonly secrets: DatedSecrets;
  /** The beacons of the chain in the settings. */
  readonly beacons: Pick<Beacons, "chain" | "get" | "load">;
  /** The folder in which this server journals what it has published. */
  readonly dataDir: string;
  /** Days are published by the earliest time, and not while the clock has a fault. */
  readonly clock: Pick<ServiceClock, "time" | "fault">;
  readonly setTimer: SetTimer;
}

/** How often to check whether a day must be published. */
const CHECK_MS = 60_000;
/**
 * The first check on a shared store, where a starting server leaves time for others to restore their journalled
 * headers.
 */
const FIRST_CHECK_MS = 20_000;

/**
 * Publishes what is due, and keeps publishing.
 *
 * @throws StartError when published headers do not match the rounds that this server would deal.
 */
export async function openFairness(options: FairnessOptions) {
  const { secrets, signingKey, beacons, isAlone, clock, setTimer, log } = options;
  const days = committedDays(secrets);
  const publicKey = publicKeyOf(signingKey, ed25519);
  const { chain } = beacons;
  const journal = await openHeaderJournal(options.dataDir);
  const headers = await openDayHeaders(
    { ...options, days, publicKey, chain, journal },
    clock.time().earliestMs,
  );
  await publishDue();
  const stop = repeat(
    () => publish().catch((error: unknown) => log("day not published", { cause: String(error) })),
    CHECK_MS,
    setTimer,
    isAlone ? CHECK_MS : FIRST_CHECK_MS,
  );

  async function publish(): Promise<void> {
    await secrets.check();
    await publishDue();
  }

  async function publishDue(): Promise<void> {
    const { earliestMs } = clock.time();
    if (clock.fault() === null) {
      await headers.publishDue(earliestMs);
    }
  }

  return {
    headers: { of: headers.of, beaconDays: headers.beaconDays },
    /**
     * Whether the commitments to a game's day are in memory. The records of any other day cost the computation of a
     * whole day.
     */
    isCommitted: days.has,
    records: createRecords({ days, headers, beacons }),
    keys: (): PublishedKeys => ({
      version: VERSION,
      keys: headers.keys(),
      chains: games.some((game) => headers.beaconDays(game).length > 0) ? [chain] : [],
      firstRounds: Object.fromEntries(
        games.flatMap(({ slug }) => {
          const round = headers.firstRound(slug);
          return round === undefined ? [] : [[slug, round]];
        }),
      ),
    }),
    /** Publishes what is due now, without waiting for the next check. */
    publish,
    /** Stops publishing, and waits for running work. */
    stop,
  };
}
