import type { RequestListener } from "node:http";
import { resolve } from "node:path";
import type { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { createKeyChecker } from "./access/key-checker.ts";
import { watchMaintenance } from "./access/maintenance.ts";
import { shareSettings } from "./access/shared-settings.ts";
import { watchStoreChanges } from "./access/store-changes.ts";
import { createUsage } from "./access/usage.ts";
import { openVault } from "./access/vault.ts";
import type { Hashing } from "./account/auth/password-hashing.ts";
import { createLazyPortal } from "./account/lazy-portal.ts";
import { createApp } from "./app.ts";
import type { Config } from "./config/config.ts";
import type { Deps } from "./deps.ts";
import { openDatedSecrets } from "./fairness/dated-secrets.ts";
import { openRounds } from "./fairness/open-rounds.ts";
import type { Rounds } from "./fairness/open-rounds.ts";
import { loadSecret, loadSigningKey } from "./fairness/secret.ts";
import { createComputeBudget } from "./http/compute-budget.ts";
import { createHotPath } from "./http/hot-path.ts";
import { overloadListener } from "./http/problem.ts";
import { createProxies } from "./http/proxies.ts";
import { requestQueue } from "./http/request-queue.ts";
import { openServiceClock, requireRounds, trustedClock } from "./oracle/service-clock.ts";
import { createStreams, STREAM_LIMITS } from "./oracle/streams.ts";
import type { StreamLimits } from "./oracle/streams.ts";
import type { Check } from "./owner/health.ts";
import { asset } from "./pages/assets.ts";
import type { Assets } from "./pages/assets.ts";
import type { RenderPage } from "./pages/built-pages.ts";
import type { Pages } from "./pages/pages.ts";
import { startJobs } from "./runtime/jobs.ts";
import type { Job } from "./runtime/jobs.ts";
import type { Log } from "./runtime/log.ts";
import { createNextTurn, turnQueue } from "./runtime/loop-turns.ts";
import type { DeferWork } from "./runtime/loop-turns.ts";
import { createMetrics } from "./runtime/metrics.ts";
import { once, setBackgroundTimer } from "./runtime/timers.ts";
import type { SetTimer } from "./runtime/timers.ts";
import { openOwnStore } from "./store/open-store.ts";
import { readFact } from "./store/store.ts";
import { createPoster } from "./webhooks/post.ts";
import type { Poster } from "./webhooks/post.ts";
import { createWebhooks } from "./webhooks/webhooks.ts";

export type Service = Awaited<ReturnType<typeof openService>>;

const USAGE_MS = 10_000;
/** How often the fault metrics are updated. By the first update, relays have had time to send missed beacons. */
const HEALTH_MS = 10_000;

/** Dependencies in addition to the settings. */
export interface ServiceDeps {
  pages: Pages;
  assets: Assets;
  /** The machine's clock, epoch ms. */
  now: () => number;
  /** A monotonic clock, ms. Null if `now` is always right, as in tests that set it. */
  steady: (() => number) | null;
  /** Timers that follow `now`; by default the machine's. */
  setTimer?: SetTimer;
  /** The clock for rate limits, ms; by default `now`, which a sandbox can stop. */
  limitNow?: () => number;
  log: Log;
  /** Stream limits that differ from the defaults. */
  streams?: Partial<StreamLimits>;
  /** Whether this is a sandbox: test keys open its tables, which are marked. */
  isSandbox?: boolean;
  /** Renders the pages under /account/; without it there are none. */
  renderPage?: RenderPage;
  /** Hashes passwords; by default at full cost. */
  hashing?: Hashing;
  /** Sends webhooks; by default signed with the service's time. */
  poster?: Poster;
}

/** @throws StartError if the service cannot serve, with a message for its owner. */
export async function openService(config: Config, deps: ServiceDeps) {
  if (config.databaseUrl === null) {
    // Checked before any file is created.
    requireRounds(deps.now());
  }
  // Stops the last started part first, since a part can use those that started earlier.
  const closing = new AsyncDisposableStack();
  try {
    return await start(config, deps, closing);
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

/** Opens a service's parts in order, since each uses earlier ones, and then starts its background work. */
async function start(config: Config, serviceDeps: ServiceDeps, closing: AsyncDisposableStack) {
  const { secret, signingKey, ...base } = await openBase(config, serviceDeps, closing);
  const { secrets, ...access } = await openAccess(base, secret);
  const rounds = await openRounds({ ...base, secret, secrets, signingKey });
  const parts = { ...base, ...access, ...rounds };
  const { log, now, clock, metrics, changes } = parts;
  const { beacons, fairness } = rounds;

  const limits = { ...STREAM_LIMITS, ...serviceDeps.streams };
  const streams = createStreams({ ...parts, limits });
  beacons.onBeacon(() => streams.check());
  const accounts = await openAccounts(parts, serviceDeps);
  const { portal, usage, webhooks } = accounts;

  const deferWork = turnQueue();
  const deps: Deps = {
    ...parts,
    pages: serviceDeps.pages,
    assets: serviceDeps.assets,
    streams,
    nextTurn: createNextTurn(deferWork),
    usage,
    proxies: createProxies(config.trustProxy, log),
    budget: createComputeBudget(serviceDeps.limitNow ?? now),
    portal: portal && once(() => portal.open(deps)),
    isSelling: config.portal.on && config.portal.addresses.length > 0,
    lowestPrice: async () => (await import("./payment/plans.ts")).lowestPrice(parts.store.db),
    baseUrl: config.baseUrl,
    contact: config.contact,
    store: changes,
  };

  const app = createApp(deps);
  const handle = requestHandler(app, deps, deferWork);
  const sources = { ...parts, nodeState: () => portal?.nodeState() ?? null };
  const checkHealth = async () =>
    (await import("./owner/health.ts")).checkHealth(sources, parts.now());
  const jobs = startJobs(backgroundJobs(parts, accounts, checkHealth), log);
  closing.defer(() => jobs.stop());
  webhooks.start();

  const { renderPage, hashing } = serviceDeps;
  return {
    app,
    handle,
    metrics,
    isFirstStart: rounds.isFirstStart,
    clockTrust: clock.trust,
    clockFault: clock.fault,
    submitBeacon: beacons.submit,
    /** Loads changes from the store, and publishes due days, for callers that set the clock. */
    async catchUp(): Promise<void> {
      await changes.check();
      await fairness.publish();
    },
    /** Loads the accounts, if there are any, so that the first request for them does not have to. */
    async loadPortal(): Promise<void> {
      await deps.portal?.();
    },
    /** Null without accounts. */
    openOffice:
      portal === null || renderPage === undefined
        ? null
        : async () => {
            const { createOffice } = await import("./owner/office.ts");
            const own = { vault: await parts.vault(), file: asset(deps) };
            return createOffice({ ...parts, ...own, hashing, checkHealth, renderPage });
          },
    endStreams: () => streams.end(),
    close: () => closing.disposeAsync(),
  };
}

/** Opens the store, the clock and the secrets. */
async function openBase(config: Config, serviceDeps: ServiceDeps, closing: AsyncDisposableStack) {
  const { now: wall, steady, setTimer = setBackgroundTimer, isSandbox = false } = serviceDeps;
  const dataDir = resolve(config.dataDir);
  const metrics = createMetrics();
  const log = metrics.countEvents(serviceDeps.log);
  const store = await openOwnStore(config);
  closing.defer(() => store.close());
  const clock =
    steady === null
      ? trustedClock(wall)
      : await openServiceClock({ store, wall, steady, setTimer, log, report: metrics.showClock });
  closing.defer(() => clock.stop());
  const { time, now } = clock;
  const isTimeKnown = () => clock.fault() === null;
  const timing = { clock, time, now, isTimeKnown, setTimer };
  const secret = await loadSecret({ dataDir, given: config.oracleSecret }, store);
  const signingKey = await loadSigningKey({ dataDir, given: config.signingKey }, store);
  const opened = { config, dataDir, isSandbox, metrics, log, store, closing };
  return { ...opened, ...timing, secret, signingKey };
}

type Base = Omit<Awaited<ReturnType<typeof openBase>>, "secret" | "signingKey">;

/** Opens access to tables, and the state that servers share through the database. */
async function openAccess(base: Base, secret: Uint8Array) {
  const { config, dataDir, store, now, log, metrics, closing } = base;
  const keyMode = base.isSandbox ? "test" : "live";
  const isShared = config.databaseUrl !== null;
  const vault = once(() => openVault(store, { dataDir, secret: isShared ? secret : null }));
  if (isShared || (await readFact(store, "key_encryption_key")) !== undefined) {
    await vault();
  }
  const sharedJobs = isShared ? [await shareSettings(store, config, now)] : [];
  // Opened after all settings are accepted, because it stores new secrets, which every later start then needs.
  const secrets = await openDatedSecrets(secret, config, store);
  const changes = watchStoreChanges(store, { log, metrics });
  const keyChecker = createKeyChecker(store, changes, keyMode);
  const maintenance = watchMaintenance(store, changes, log);
  closing.defer(() => changes.stop());
  await changes.start();
  return { vault, sharedJobs, secrets, changes, keyChecker, maintenance };
}

type Parts = Base & Omit<Awaited<ReturnType<typeof openAccess>>, "secrets"> & Rounds;

/** Opens the customer features: webhooks, usage counts, accounts and payments. */
async function openAccounts(parts: Parts, { renderPage, hashing, poster }: ServiceDeps) {
  const { config, store, now, metrics, closing } = parts;
  const webhooks = createWebhooks({
    ...parts,
    poster: poster ?? createPoster(config.webhooksPrivate),
    baseUrl: config.baseUrl,
    chance: Math.random,
    count: (outcome) => metrics.webhooks.inc({ outcome }),
    showEndpoints(states) {
      metrics.webhookEndpoints.reset();
      for (const [state, count] of Object.entries(states ?? {})) {
        metrics.webhookEndpoints.set({ state }, count);
      }
    },
    mailAccount: async () => (await portal?.mailEndpointOff()) ?? (async () => {}),
  });
  parts.beacons.onBeacon(() => void webhooks.check());
  const usage = createUsage(store, now, parts.isTimeKnown);
  closing.defer(() => usage.flush().catch(() => {}));
  const { manualCalls } = webhooks;
  const portal =
    config.portal.on && renderPage !== undefined
      ? createLazyPortal({ ...parts, manualCalls, hashing, renderPage })
      : null;
  closing.defer(async () => portal?.close());
  closing.defer(() => webhooks.stop());
  return { webhooks, usage, portal };
}

type Accounts = Awaited<ReturnType<typeof openAccounts>>;

function requestHandler(app: H3, deps: Deps, deferWork: DeferWork): RequestListener {
  const { metrics, proxies } = deps;
  const handlesHotPath = createHotPath(deps);
  const handleInApp = toNodeHandler(app);
  const handleInTurn = requestQueue({
    handle: handleInApp,
    refuse: overloadListener(),
    addressOf: proxies.clientAddress,
    onRefusal: (reason) => metrics.overloads.inc({ reason }),
    deferWork,
  });
  return (request, response) => {
    proxies.notice(request);
    if (request.url === "/healthz") {
      // If health checks waited in line, a load balancer would remove a busy server and shift its load to the others.
      handleInApp(request, response);
    } else if (!handlesHotPath(request, response)) {
      handleInTurn(request, response);
    }
  };
}

/** This process's jobs. The portal's jobs pause while the time is unknown. */
function backgroundJobs(
  { metrics, isTimeKnown, sharedJobs }: Parts,
  { usage, portal }: Accounts,
  checkHealth: () => Promise<Check[]>,
): Job[] {
  const flushUsage = { name: "usage", everyMs: USAGE_MS, work: () => usage.flush() };
  const health = {
    name: "health",
    everyMs: HEALTH_MS,
    async work() {
      for (const { code, fault } of await checkHealth()) {
        metrics.faults.set({ part: code }, fault === null ? 0 : 1);
      }
    },
  };
  const whenTimeKnown = (job: Job) => ({
    ...job,
    work: async () => (isTimeKnown() ? job.work() : undefined),
  });
  return [flushUsage, health, ...sharedJobs, ...(portal?.jobs.map(whenTimeKnown) ?? [])];
}
