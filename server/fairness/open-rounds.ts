import { beaconTimeMs } from "../../src/fairness/chain.ts";
import { VERSION } from "../../src/fairness/header.ts";
import type { PublishedKeys } from "../../src/fairness/published-keys.ts";
import { dayAt } from "../../src/fairness/utc-day.ts";
import { games } from "../../src/games/index.ts";
import type { Config } from "../config/config.ts";
import { createBeacons } from "../oracle/beacons.ts";
import { watchNeededBeacons } from "../oracle/needed-beacons.ts";
import { createOracle } from "../oracle/oracle.ts";
import { createPastBeacons } from "../oracle/past-beacons.ts";
import { drandRelay } from "../oracle/relays.ts";
import { createRoundInputs } from "../oracle/round-inputs.ts";
import type { ServiceClock } from "../oracle/service-clock.ts";
import { beaconSeal, beaconStore } from "../oracle/stored-beacons.ts";
import type { Log } from "../runtime/log.ts";
import { repeat } from "../runtime/timers.ts";
import type { SetTimer } from "../runtime/timers.ts";
import { openDataFolder } from "../store/data-folder.ts";
import type { Store } from "../store/store.ts";
import { committedDays } from "./commitments.ts";
import type { DatedSecrets } from "./dated-secrets.ts";
import { openDayHeaders } from "./day-headers.ts";
import { openHeaderJournal } from "./header-journal.ts";
import { createRecords } from "./records.ts";

export type Rounds = Awaited<ReturnType<typeof openRounds>>;

export type Fairness = Rounds["fairness"];

const CHECK_MS = 60_000;
/** On a shared store, a starting server gives others time to restore their journalled headers. */
const FIRST_CHECK_MS = 20_000;

export interface RoundsDeps {
  readonly config: Config;
  readonly dataDir: string;
  /** The first secret, 32 bytes. */
  readonly secret: Uint8Array;
  readonly secrets: DatedSecrets;
  /** 32 bytes. */
  readonly signingKey: Uint8Array;
  readonly store: Store;
  /** Days are published by the earliest time, and not while the clock has a fault. */
  readonly clock: ServiceClock;
  readonly setTimer: SetTimer;
  readonly log: Log;
  readonly isSandbox: boolean;
  readonly closing: AsyncDisposableStack;
}

/**
 * Publishes the due days, keeps publishing, and starts watching beacons.
 *
 * @throws StartError if published headers do not match the rounds that this server would deal.
 */
export async function openRounds(deps: RoundsDeps) {
  const { config, secret, secrets, store, clock, setTimer, log, closing } = deps;
  const { timeZone, entropy } = config;
  const timing = { now: clock.now, setTimer, log };
  const { chain, relays } = config.beacons;
  const published = await store.db.selectFrom("day_header").select("day").limit(1).execute();
  const beacons = createBeacons({
    ...timing,
    clock,
    chain,
    sources: relays.map((url) => drandRelay(url, chain.hash)),
    stored: beaconStore(store, chain, beaconSeal(secret, chain.hash), log),
  });
  const days = committedDays(secrets);
  const folder = await openDataFolder(deps.dataDir);
  const isAlone = config.databaseUrl === null;
  const signing = {
    ...deps,
    days,
    entropy,
    chain,
    isAlone,
    journal: await openHeaderJournal(folder.path),
    vouchedDay: config.publishLate,
  };
  const headers = await openDayHeaders(signing, clock.time().earliestMs);

  async function publishDue(): Promise<void> {
    const { earliestMs } = clock.time();
    if (clock.fault() === null) {
      await headers.publishDue(earliestMs);
    }
  }

  async function publish(): Promise<void> {
    await secrets.check();
    await publishDue();
  }

  await publishDue();
  const stopPublishing = repeat(
    () => publish().catch((error: unknown) => log("day not published", { cause: String(error) })),
    CHECK_MS,
    setTimer,
    isAlone ? CHECK_MS : FIRST_CHECK_MS,
  );
  closing.defer(stopPublishing);
  closing.defer(() => beacons.stop());
  const inputs = createRoundInputs({ headers, beacons, entropy });
  const oracle = createOracle({ secret: secrets.of, timeZone, inputs, isSandbox: deps.isSandbox });
  const needs = { ...inputs, beaconDays: headers.beaconDays };
  closing.defer(await watchNeededBeacons({ needs, beacons, ...timing }));
  const needsBeacons = () => games.some((game) => headers.beaconDays(game).length > 0);
  return {
    /** Whether the store had no header before this start. */
    isFirstStart: published.length === 0,
    beacons,
    fairness: {
      headers: { of: headers.of },
      /** Whether a day is in memory. The records of any other day require computing the whole day. */
      isCommitted: days.has,
      records: createRecords({ days, headers, beacons }),
      keys: (): PublishedKeys => ({
        version: VERSION,
        keys: headers.keys(),
        chains: needsBeacons() ? [chain] : [],
        firstRounds: Object.fromEntries(
          games.flatMap(({ slug }) => {
            const round = headers.firstRound(slug);
            return round === undefined ? [] : [[slug, round]];
          }),
        ),
      }),
      publish,
    },
    oracle,
    withPastBeacons: createPastBeacons(inputs, beacons),
    unpublished: (nowMs: number) =>
      games
        .filter((game) => headers.of(game, dayAt(nowMs) + 1) === undefined)
        .map(({ slug }) => slug),
    /** How late the most overdue beacon is, in ms; 0 if none is late, null if no round needs one. */
    beaconLateMs: (nowMs: number) =>
      needsBeacons()
        ? Math.max(0, ...beacons.overdue().map((round) => nowMs - beaconTimeMs(chain, round)))
        : null,
  };
}
