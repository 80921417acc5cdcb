import { tickMs } from "../../src/fairness/chain.ts";
import { dayAt } from "../../src/fairness/utc-day.ts";
import { games } from "../../src/games/index.ts";
import type { Beacons } from "../beacon/beacons.ts";
import { createBeacons } from "../beacon/beacons.ts";
import { drandRelay } from "../beacon/drand-relay.ts";
import { watchNeededBeacons } from "../beacon/needed-beacons.ts";
import { beaconSeal, beaconStore } from "../beacon/stored-beacons.ts";
import type { Config } from "../config/config.ts";
import { openFairness } from "../fairness/fairness.ts";
import type { Fairness } from "../fairness/fairness.ts";
import { createPastBeacons } from "../fairness/past-beacons.ts";
import type { WithPastBeacons } from "../fairness/past-beacons.ts";
import { createPublishedInputs } from "../fairness/published-inputs.ts";
import type { ServiceSecrets } from "../fairness/service-secrets.ts";
import type { Log } from "../runtime/log.ts";
import type { Shutdown } from "../runtime/shutdown.ts";
import type { SetTimer } from "../runtime/timers.ts";
import { openDataFolder } from "../store/data-folder.ts";
import type { Store } from "../store/store.ts";
import type { ServiceClock } from "../time/service-clock.ts";
import { createOracle } from "./oracle.ts";
import type { Oracle } from "./oracle.ts";

/** What decides rounds, what is published of them beforehand, and the rounds themselves. */
export interface Rounds {
  /** Whether the store had no header of any day before. */
  readonly isFirstStart: boolean;
  readonly beacons: Beacons;
  readonly fairness: Fairness;
  readonly oracle: Oracle;
  readonly withPastBeacons: WithPastBeacons;
  /** The games whose next UTC day is not published. */
  unpublished(nowMs: number): string[];
  /** How late the oldest beacon is that a round waits for, ms; 0: none is; null: no round needs any. */
  beaconLateMs(nowMs: number): number | null;
}

export interface RoundsDeps {
  readonly store: Store;
  readonly clock: ServiceClock;
  readonly setTimer: SetTimer;
  readonly log: Log;
  readonly isSandbox: boolean;
  /** Learns how to stop what runs in the background. */
  readonly shutdown: Pick<Shutdown<"needed beacons" | "beacons" | "fairness">, "add">;
}

/**
 * Publishes the days that are due, and begins to watch beacons.
 *
 * @param dataDir an absolute path.
 */
export async function openRounds(
  config: Config,
  dataDir: string,
  { secret, secrets, signingKey }: ServiceSecrets,
  deps: RoundsDeps,
): Promise<Rounds> {
  const { store, clock, setTimer, log, isSandbox, shutdown } = deps;
  const { timeZone, entropy } = config;
  const timing = { now: clock.now, setTimer, log };
  const { chain, relays } = config.beacons;
  const published = await store.db.selectFrom("day_header").select("day").limit(1).execute();
  const beacons = createBeacons({
    ...timing,
    clock,
    chain,
    sources: relays.map((address) => drandRelay(address, chain.hash)),
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
  shutdown.add("fairness", () => fairness.stop());
  shutdown.add("beacons", () => beacons.stop());
  const { headers } = fairness;
  const inputs = createPublishedInputs({ headers, beacons, entropy });
  const oracle = createOracle({ secret: secrets.of, timeZone, inputs, isSandbox });
  const needs = { ...inputs, beaconDays: headers.beaconDays };
  shutdown.add("needed beacons", await watchNeededBeacons({ needs, beacons, ...timing }));
  return {
    isFirstStart: published.length === 0,
    beacons,
    fairness,
    oracle,
    withPastBeacons: createPastBeacons(inputs, beacons, log),
    unpublished: (nowMs) =>
      games
        .filter((game) => headers.of(game, dayAt(nowMs) + 1) === undefined)
        .map(({ slug }) => slug),
    beaconLateMs: (nowMs) =>
      games.some((game) => headers.beaconDays(game).length > 0)
        ? Math.max(0, ...beacons.overdue().map((round) => nowMs - tickMs(beacons.chain, round)))
        : null,
  };
}
