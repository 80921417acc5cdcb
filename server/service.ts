import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { resolve } from "node:path";
import type { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { GENESIS_MS } from "../src/round/clock.ts";
import { watchChanges } from "./access/changes.ts";
import { degradedReasons } from "./access/degraded-reasons.ts";
import { ensureDemoKey } from "./access/demo-key.ts";
import { createKeyChecker } from "./access/key-checker.ts";
import { watchMaintenance } from "./access/maintenance.ts";
import { announceServer } from "./access/running-servers.ts";
import { createUsage } from "./access/usage.ts";
import type { Hashing } from "./account/auth/password-hashing.ts";
import { createLazyPortal } from "./account/lazy-portal.ts";
import { createApp } from "./app.ts";
import type { Beacons } from "./beacon/beacons.ts";
import { drandBeacons } from "./beacon/drand-beacons.ts";
import { watchNeededBeacons } from "./beacon/needed-beacons.ts";
import type { Config } from "./config/config.ts";
import type { Deps } from "./deps.ts";
import { openSecrets } from "./fairness/day-secrets.ts";
import { openFairness } from "./fairness/fairness.ts";
import { createRecall } from "./fairness/recall.ts";
import { createRoundDecisions } from "./fairness/round-decisions.ts";
import { loadSecret } from "./fairness/secret.ts";
import { loadSigningKey } from "./fairness/signing-key.ts";
import { createHotPath } from "./http/hot-path.ts";
import { createProxies } from "./http/proxies.ts";
import { createWorkBudget } from "./http/work-budget.ts";
import { createMetrics } from "./metrics/metrics.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Assets } from "./pages/assets.ts";
import type { DrawPage } from "./pages/built-pages.ts";
import type { Pages } from "./pages/pages.ts";
import { createOracle } from "./rounds/oracle.ts";
import { startJobs } from "./runtime/jobs.ts";
import type { Job } from "./runtime/jobs.ts";
import type { Log } from "./runtime/log.ts";
import { once } from "./runtime/once.ts";
import { StartError } from "./runtime/start-error.ts";
import { setBackgroundTimer } from "./runtime/timers.ts";
import type { SetTimer } from "./runtime/timers.ts";
import { openDataFolder } from "./store/data-folder.ts";
import { openStore } from "./store/open-store.ts";
import { keepPrivate } from "./store/private-files.ts";
import { StoreError } from "./store/store-error.ts";
import { storePlace } from "./store/store-place.ts";
import { createStreams } from "./stream/streams.ts";
import type { ClockVerdict } from "./time/clock-state.ts";
import { trustedClock, openServiceClock } from "./time/service-clock.ts";
import type { ServiceClock, ServiceClockOptions } from "./time/service-clock.ts";

/** A service that is ready to answer. */
export interface Service {
  app: H3;
  /** Answers what comes over the wire. */
  handle: RequestListener;
  metrics: Metrics;
  /** The demo key's text; null where there is none. */
  demoKey: string | null;
  /** What is made of the time now. */
  clockVerdict(): ClockVerdict;
  /** Takes a beacon that no relay gave; false when it is not genuine. */
  submitBeacon: Beacons["submit"];
  /** Sends the viewers of all streams away. */
  endStreams(): void;
  /** Lets go of the store. */
  close(): Promise<void>;
}

/** How often the counts of pages are written down. */
const USAGE_MS = 10_000;

/** What a service is given besides its settings. */
export interface Surroundings {
  pages: Pages;
  assets: Assets;
  /** This machine's clock, epoch ms. */
  now: () => number;
  /**
   * A clock that nothing sets, ms from any beginning. Where there is none `now` is believed whatever it
   * says, and no witness is asked.
   */
  steady?: () => number;
  /** Timers that keep step with `now`; the machine's if absent. */
  setTimer?: SetTimer;
  log: Log;
  /** Draws the pages under /account/; where nothing does, there are none. */
  drawPage?: DrawPage;
  /** Hashes passwords; slowly, as it should be, if absent. */
  hashing?: Hashing;
}

/**
 * Opens the store and the secret, and puts the service together.
 *
 * @throws StartError when something is not as it must be, in words for whoever starts it.
 */
export async function openService(config: Config, around: Surroundings): Promise<Service> {
  const { log } = around;
  if (around.now() < GENESIS_MS) {
    throw new StartError(
      `This machine's clock says ${new Date(around.now()).toISOString()}, which is before the first round. Set it right and start again.`,
    );
  }
  const metrics = createMetrics();
  const store = await openStore(await storePlace(config));
  const setTimer = around.setTimer ?? setBackgroundTimer;
  const { relays } = config.beacons;
  const regulars = talksTo(config);
  const clock = await startClock(around, { store, setTimer, metrics, relays, regulars });
  const { time, now, fetch } = clock;
  const changes = watchChanges(store, {
    lost(error) {
      const isDamaged = error instanceof StoreError && error.fault === "damaged";
      log(isDamaged ? "store damaged" : "store unreachable", { cause: String(error) });
      metrics.storeAnswering.set(0);
    },
    back() {
      log("store back");
      metrics.storeAnswering.set(1);
    },
  });
  try {
    const dataDir = resolve(config.dataDir);
    if (config.databaseUrl === null) {
      await keepPrivate(dataDir, log);
    }
    const secret = await loadSecret({ dataDir, given: config.oracleSecret }, store);
    const keptIn = config.databaseUrl === null ? dataDir : null;
    const signingKey = await loadSigningKey({ dataDir: keptIn, given: config.signingKey }, store);
    const laterSources = { dataDir: keptIn, given: config.laterSecrets };
    const secrets = await openSecrets(secret, laterSources, store);
    const demoKey = config.demo ? await ensureDemoKey(store, now()) : null;
    const keyChecker = createKeyChecker(store, changes, (key) => {
      log("key damaged", { key, advice: "It opens nothing. Revoke it and issue another." });
    });
    const maintenance = watchMaintenance(store, changes);
    const presence = announceServer(store, randomUUID(), now);
    changes.onLoaded(presence.loaded);
    await changes.start();
    metrics.storeAnswering.set(1);
    const { timeZone, entropy } = config;
    const timers = { now, setTimer, log };
    const beacons = drandBeacons(config.beacons, {
      store,
      secret,
      fetch,
      clock: clock.beacons,
      ...timers,
    });
    const fairnessOptions = { store, secrets, signingKey, beacons, entropy, setTimer, log };
    const fairness = await openFairness({
      ...fairnessOptions,
      clock,
      dataDir: (await openDataFolder(dataDir)).path,
      isAlone: config.databaseUrl === null,
      vouchedDay: config.publishLate,
    });
    const { headers } = fairness;
    const decisions = createRoundDecisions({
      headers,
      beacons,
      clock: clock.beacons,
      entropy,
    });
    const oracle = createOracle({ secret: secrets.of, timeZone, decisions });
    const streamOptions = { oracle, maintenance, metrics, limits: config.streams };
    const streams = createStreams({ ...streamOptions, time, clock, setTimer });
    // After the oracle has heard of it.
    beacons.onBeacon(() => streams.look());
    const needs = { ...decisions, beaconDays: headers.beaconDays };
    const stopWatching = await watchNeededBeacons({ needs, beacons, ...timers }).catch(
      async (error) => {
        await Promise.all([beacons.stop(), fairness.stop()]);
        throw error;
      },
    );
    const { drawPage, hashing } = around;
    const entrance =
      config.portal.on && drawPage !== undefined
        ? createLazyPortal({
            config,
            store,
            changes,
            dataDir,
            secret,
            drawPage,
            hashing,
            now,
            log,
            metrics,
            fetch,
          })
        : null;
    if (entrance === null || config.portal.addresses.length === 0) {
      const { logUnsettled } = await import("./payment/unsettled.ts");
      await logUnsettled(store, entrance !== null, now(), log);
    }
    const usage = createUsage(store, now, () => clock.fault() === null && !clock.isDoubted());
    const deps: Deps = {
      ...around,
      time,
      now,
      clock,
      oracle,
      keyChecker,
      maintenance,
      streams,
      fairness,
      recall: createRecall(decisions, beacons, log),
      proxies: createProxies(config.trustProxy, log),
      budget: createWorkBudget(now),
      metrics,
      usage,
      portal: entrance && once(() => entrance.open(deps)),
      demoKey,
      baseUrl: config.baseUrl,
      storeState: () => changes.state,
      degradedReasons: () => degradedReasons(changes, keyChecker),
    };
    const app = createApp(deps);
    const hotPath = createHotPath(deps);
    const answer = toNodeHandler(app);
    const countUsage = { name: "usage", everyMs: USAGE_MS, work: () => usage.flush() };
    const timely = (entrance?.jobs ?? []).map((job) => whileTimeIsKnown(clock, job));
    const jobs = startJobs([countUsage, presence.job, ...timely], log);
    return {
      app,
      handle: (request, response) => hotPath(request, response) || answer(request, response),
      metrics,
      demoKey,
      clockVerdict: () => clock.state().verdict,
      submitBeacon: beacons.submit,
      endStreams: () => streams.end(),
      async close() {
        await stopWatching();
        await beacons.stop();
        await fairness.stop();
        await jobs.stop();
        await entrance?.close();
        await usage.flush().catch(() => {});
        await changes.stop();
        await presence.leave().catch(() => {});
        await clock.stop();
        await store.close();
      },
    };
  } catch (error) {
    await changes.stop();
    await clock.stop();
    await store.close();
    throw error;
  }
}

/** The clock that everything goes by. Closes the store when it cannot be had. */
async function startClock(
  { now, steady, log }: Surroundings,
  parts: Pick<ServiceClockOptions, "store" | "setTimer" | "relays" | "regulars"> & {
    metrics: Metrics;
  },
): Promise<ServiceClock> {
  const { metrics, store } = parts;
  if (steady === undefined) {
    return trustedClock(now);
  }
  try {
    return await openServiceClock({
      ...parts,
      wall: now,
      steady,
      log,
      report: metrics.showClock,
      onStep: () => metrics.clockSteps.inc(),
    });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Whom a service of these settings asks for something all the time. */
function talksTo({ entropy, beacons, portal }: Config): readonly string[] {
  const isSelling = portal.on && portal.addresses.length > 0;
  return [...(entropy === "drand" ? beacons.relays : []), ...(isSelling ? [portal.tronUrl] : [])];
}

/** Reminds, credits and deletes nothing by a clock that may be a day off. */
function whileTimeIsKnown(clock: ServiceClock, job: Job): Job {
  return {
    ...job,
    async work() {
      clock.time();
      if (clock.fault() === null && !(job.deletes === true && clock.isDoubted())) {
        await job.work();
      }
    },
  };
}
