import { tickMs } from "../../src/fairness/chain.ts";
import { dayAt } from "../../src/fairness/utc-day.ts";
import { games } from "../../src/games/index.ts";
import type { Config } from "../config/config.ts";
import { createBeacons } from "../oracle/beacons.ts";
import { watchNeededBeacons } from "../oracle/needed-beacons.ts";
import { createOracle } from "../oracle/oracle.ts";
import { createPastBeacons } from "../oracle/past-beacons.ts";
import { drandRelay } from "../oracle/relays.ts";
import type { ServiceClock } from "../oracle/service-clock.ts";
import { beaconSeal, beaconStore } from "../oracle/stored-beacons.ts";
import type { Log } from "../runtime/log.ts";
import type { SetTimer } from "../runtime/timers.ts";
import { openDataFolder } from "../store/data-folder.ts";
import type { Store } from "../store/store.ts";
import type { DatedSecrets } from "./dated-secrets.ts";
import { openFairness } from "./fairness.ts";
import { createPublishedInputs } from "./published-inputs.ts";

/** The source of rounds, their published commitments, and the rounds themselves. */
export type Rounds = Awaited<ReturnType<typeof openRounds>>;

interface RoundSecrets {
  /** The first secret, 32 bytes. */
  readonly secret: Uint8Array;
  readonly secrets: DatedSecrets;
  /** 32 bytes. */
  readonly signingKey: Uint8Array;
}

export interface RoundsDeps {
  readonly store: Store;
  readonly clock: ServiceClock;
  readonly setTimer: SetTimer;
  readonly log: Log;
  readonly isSandbox: boolean;
  /** Receives the functions that stop background work. */
  readonly closing: AsyncDisposableStack;
}

/**
 * Publishes the due days, and starts watching beacons.
 *
 * @param dataDir an absolute path.
 */
export async function openRounds(
  config: Config,
  dataDir: string,
  { secret, secrets, signingKey }: RoundSecrets,
  deps: RoundsDeps,
) {
  const { store, clock, setTimer, log, isSandbox, closing } = deps;
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
  const sources = { store, secrets, signingKey, beacons, entropy };
  const fairness = await openFairness({
    ...sources,
    clock,
    setTimer,
    log,
    dataDir: (await openDataFolder(dataDir)).path,
    isAlone: config.databaseUrl === null,
    vouchedDay: config.publishLate,
  });
  closing.defer(() => fairness.stop());
  closing.defer(() => beacons.stop());
  const { headers } = fairness;
  const inputs = createPublishedInputs({ headers, beacons, entropy });
  const oracle = createOracle({ secret: secrets.of, timeZone, inputs, isSandbox });
  const needs = { ...inputs, beaconDays: headers.beaconDays };
  closing.defer(await watchNeededBeacons({ needs, beacons, ...timing }));
  return {
    /** Whether the store had no header before this start. */
    isFirstStart: published.length === 0,
    beacons,
    fairness,
    oracle,
    withPastBeacons: createPastBeacons(inputs, beacons, log),
    /** The games whose next UTC day is not published. */
    unpublished: (nowMs: number) =>
      games
        .filter((game) => headers.of(game, dayAt(nowMs) + 1) === undefined)
        .map(({ slug }) => slug),
    /**
     * How late the oldest beacon is that a round is waiting for, ms; 0 if none is late; null if no round needs a
     * beacon.
     */
    beaconLateMs: (nowMs: number) =>
      games.some((game) => headers.beaconDays(game).length > 0)
        ? Math.max(0, ...beacons.overdue().map((round) => nowMs - tickMs(beacons.chain, round)))
        : null,
  };
}
