import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { resolve } from "node:path";
import type { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { GENESIS_MS } from "../src/round/phases.ts";
import { degradedReasons } from "./access/degraded-reasons.ts";
import { ensureDemoKey } from "./access/demo-key.ts";
import { createHeartbeat } from "./access/heartbeat.ts";
import { createKeyChecker } from "./access/key-checker.ts";
import { watchMaintenance } from "./access/maintenance.ts";
import { watchStoreChanges } from "./access/store-changes.ts";
import type { StoreReport } from "./access/store-changes.ts";
import { createUsage } from "./access/usage.ts";
import type { Hashing } from "./account/auth/password-hashing.ts";
import { createLazyPortal } from "./account/lazy-portal.ts";
import { createApp } from "./app.ts";
import type { Beacons } from "./beacon/beacons.ts";
import type { Config } from "./config/config.ts";
import type { Deps } from "./deps.ts";
import { loadServiceSecrets } from "./fairness/service-secrets.ts";
import { createComputeBudget } from "./http/compute-budget.ts";
import { createHotPath } from "./http/hot-path.ts";
import { createProxies } from "./http/proxies.ts";
import { createMetrics } from "./metrics/metrics.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Assets } from "./pages/assets.ts";
import type { DrawPage } from "./pages/built-pages.ts";
import type { Pages } from "./pages/pages.ts";
import { openRounds } from "./rounds/open-rounds.ts";
import { startJobs } from "./runtime/jobs.ts";
import type { Log } from "./runtime/log.ts";
import { once } from "./runtime/once.ts";
import { StartError } from "./runtime/start-error.ts";
import { setBackgroundTimer } from "./runtime/timers.ts";
import type { SetTimer } from "./runtime/timers.ts";
import { openStore } from "./store/open-store.ts";
import { keepPrivate } from "./store/private-files.ts";
import { StoreError } from "./store/store-error.ts";
import { storePlace } from "./store/store-place.ts";
import { createStreams } from "./stream/streams.ts";
import type { ClockVerdict } from "./time/clock-state.ts";
import { whileTimeIsKnown } from "./time/known-time.ts";
import { openServiceClock, trustedClock } from "./time/service-clock.ts";
import type { ServiceClock, ServiceClockOptions } from "./time/service-clock.ts";

/** A service that is ready to answer. */
export interface Service {
  app: H3;
  /** Answers requests of node:http. */
  handle: RequestListener;
  metrics: Metrics;
  /** The demo key's text; null where there is none. */
  demoKey: string | null;
  /** How far the time is known. */
  clockVerdict(): ClockVerdict;
  /** Takes a beacon that no relay gave; false when it is not genuine. */
  submitBeacon: Beacons["submit"];
  /** Ends all streams, and opens no more. */
  endStreams(): void;
  /** Ends the work in the background, and closes the store. */
  close(): Promise<void>;
}

/** How often the counts of pages are written to the store. */
const USAGE_MS = 10_000;

/** What a service works with besides its settings. */
export interface ServiceDeps {
  pages: Pages;
  assets: Assets;
  /** This machine's clock, epoch ms. */
  now: () => number;
  /**
   * A clock that nobody sets, ms since any beginning. Null trusts `now` whatever it says and asks nobody
   * else for the time, as tests do that set it.
   */
  steady: (() => number) | null;
  /** Timers that go by `now`; the machine's if absent. */
  setTimer?: SetTimer;
  log: Log;
  /** Renders the pages under /account/. Without it there are none. */
  drawPage?: DrawPage;
  /** Hashes passwords; as slowly as it should be, if absent. */
  hashing?: Hashing;
}

/**
 * Opens a service by its settings.
 *
 * @throws StartError when it cannot serve, in words for the person who starts it.
 */
export async function openService(config: Config, deps: ServiceDeps): Promise<Service> {
  if (deps.now() < GENESIS_MS) {
    throw new StartError(
      `This machine's clock says ${new Date(deps.now()).toISOString()}, which is before the first round. Set it right and start again.`,
    );
  }
  // What was opened, closed in reverse: when the service stops, or when its start fails.
  const closing = new AsyncDisposableStack();
  try {
    return await start(config, deps, closing);
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

async function start(
  config: Config,
  given: ServiceDeps,
  closing: AsyncDisposableStack,
): Promise<Service> {
  const { log, drawPage, hashing, setTimer = setBackgroundTimer } = given;
  const dataDir = resolve(config.dataDir);
  const metrics = createMetrics();

  // The store, the time and the secrets.
  const store = await openStore(await storePlace(config));
  closing.defer(() => store.close());
  const clock = await startClock(config, { ...given, store, setTimer, metrics });
  closing.defer(() => clock.stop());
  const { time, now, fetch } = clock;
  if (config.databaseUrl === null) {
    await keepPrivate(dataDir, log);
  }
  const secrets = await loadServiceSecrets(config, dataDir, store);

  // Who may open a table, as the store says, and says again when it changes.
  const changes = watchStoreChanges(store, storeReport(log, metrics));
  const demoKey = config.demo ? await ensureDemoKey(store, now()) : null;
  const keyChecker = createKeyChecker(store, changes, (key) => {
    log("key damaged", { key, advice: "It opens nothing. Revoke it and issue another." });
  });
  const maintenance = watchMaintenance(store, changes);
  const heartbeat = createHeartbeat(store, randomUUID(), now);
  changes.onLoaded(heartbeat.loaded);
  closing.defer(() => heartbeat.leave().catch(() => {}));
  closing.defer(() => changes.stop());
  await changes.start();
  metrics.storeAnswering.set(1);

  // The rounds, and the streams that follow them.
  const rounds = await openRounds(config, dataDir, secrets, {
    store,
    clock,
    setTimer,
    log,
    closing,
  });
  const { oracle, beacons, fairness, withPastBeacons } = rounds;
  const limits = config.streams;
  const streams = createStreams({ oracle, maintenance, metrics, limits, time, clock, setTimer });
  beacons.onBeacon(() => streams.look());

  // Accounts and payments.
  const usage = createUsage(store, now, () => clock.fault() === null && !clock.isDoubted());
  closing.defer(() => usage.flush().catch(() => {}));
  const { secret } = secrets;
  const portalDeps = { config, store, changes, dataDir, secret, hashing, now, log, metrics, fetch };
  const portal =
    config.portal.on && drawPage !== undefined
      ? createLazyPortal({ ...portalDeps, drawPage })
      : null;
  closing.defer(() => portal?.close());
  if (portal === null || config.portal.addresses.length === 0) {
    const { logUnsettled } = await import("./payment/unsettled.ts");
    await logUnsettled(store, portal !== null, now(), log);
  }

  // What answers requests.
  const parts = {
    clock,
    oracle,
    keyChecker,
    maintenance,
    streams,
    fairness,
    withPastBeacons,
    metrics,
    usage,
  };
  const deps: Deps = {
    ...given,
    ...parts,
    time,
    now,
    proxies: createProxies(config.trustProxy, log),
    budget: createComputeBudget(now),
    portal: portal && once(() => portal.open(deps)),
    demoKey,
    baseUrl: config.baseUrl,
    storeState: () => changes.state,
    degradedReasons: () => degradedReasons(changes, keyChecker),
  };
  const app = createApp(deps);
  const answersHotPath = createHotPath(deps);
  const answer = toNodeHandler(app);

  // What is done in the background.
  const flushUsage = { name: "usage", everyMs: USAGE_MS, work: () => usage.flush() };
  const portalJobs = (portal?.jobs ?? []).map((job) => whileTimeIsKnown(clock, job));
  const jobs = startJobs([flushUsage, heartbeat.job, ...portalJobs], log);
  closing.defer(() => jobs.stop());

  return {
    app,
    handle: (request, response) => answersHotPath(request, response) || answer(request, response),
    metrics,
    demoKey,
    clockVerdict: () => clock.state().verdict,
    submitBeacon: beacons.submit,
    endStreams: () => streams.end(),
    close: () => closing.disposeAsync(),
  };
}

/** The clock that everything goes by. */
async function startClock(
  { entropy, beacons, portal }: Config,
  parts: Pick<ServiceDeps, "now" | "steady" | "log"> &
    Pick<ServiceClockOptions, "store" | "setTimer"> & { metrics: Metrics },
): Promise<ServiceClock> {
  const { now, steady, log, store, setTimer, metrics } = parts;
  if (steady === null) {
    return trustedClock(now);
  }
  const isSelling = portal.on && portal.addresses.length > 0;
  // Hosts that are called anyway: the Date header of each answer is a free check of the time.
  const regulars = [
    ...(entropy === "drand" ? beacons.relays : []),
    ...(isSelling ? [portal.tronUrl] : []),
  ];
  const { relays } = beacons;
  return openServiceClock({
    store,
    setTimer,
    relays,
    regulars,
    wall: now,
    steady,
    log,
    report: metrics.showClock,
    onStep: () => metrics.clockSteps.inc(),
  });
}

/** Logs and measures whether the store answers. */
function storeReport(log: Log, { storeAnswering }: Metrics): StoreReport {
  return {
    lost(error) {
      const isDamaged = error instanceof StoreError && error.fault === "damaged";
      log(isDamaged ? "store damaged" : "store unreachable", { cause: String(error) });
      storeAnswering.set(0);
    },
    back() {
      log("store back");
      storeAnswering.set(1);
    },
  };
}
