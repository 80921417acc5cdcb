import { randomUUID } from "node:crypto";
import type { StoreChanges } from "../access/store-changes.ts";
import type { Vault } from "../access/vault.ts";
import type { Config } from "../config/config.ts";
import type { Deps } from "../deps.ts";
import type { Fetch } from "../http/fetch.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { DrawPage } from "../pages/built-pages.ts";
import type { DecidedState } from "../payment/settle.ts";
import type { NodeState } from "../payment/tron/node-watch.ts";
import type { Job } from "../runtime/jobs.ts";
import type { Log } from "../runtime/log.ts";
import { once } from "../runtime/once.ts";
import type { Store } from "../store/store.ts";
import type { CallsByHand } from "../webhooks/calls.ts";
import type { MailOwner } from "../webhooks/endpoints.ts";
import type { Hashing } from "./auth/password-hashing.ts";
import type { MailOutcome } from "./mail/mail-sender.ts";
import type { Portal } from "./portal.ts";
import type { SpentTries } from "./spent-tries.ts";

/**
 * Accounts and payments as the service sees them. Their code is imported when it is first needed, so a
 * server that only serves rounds never loads it.
 */
export interface LazyPortal {
  open(deps: Deps): Promise<Portal>;
  /** Refuses, in front of the app, a request whose sender has no try left. Before it is open, nobody has tried. */
  readonly refusesSpent: SpentTries;
  /** Queues the mail that tells an account that an endpoint of its webhooks was switched off. */
  mailEndpointOff(): Promise<MailOwner>;
  /** How the payment node stands, by the last look; null: it was not looked at. */
  nodeState(): NodeState | null;
  /** Background jobs. */
  readonly jobs: readonly Job[];
  /** Stops settling payments and sending mails, so that another process can go on. */
  close(): Promise<void>;
}

/** What accounts and payments are built from. */
export interface LazyPortalDeps {
  readonly config: Config;
  readonly store: Store;
  readonly changes: StoreChanges;
  readonly dataDir: string;
  /** Encrypts what owners may see again. */
  readonly vault: () => Promise<Vault>;
  /** Sends the webhooks that owners ask for. */
  readonly byHand: () => Promise<CallsByHand>;
  readonly drawPage: DrawPage;
  readonly hashing: Hashing | undefined;
  readonly now: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Used to reach the payment node. */
  readonly fetch: Fetch;
}

/** A claim is looked up again after 3 s at the earliest. */
const PAYMENTS_MS = 1_000;
const REMINDERS_MS = 10 * 60_000;
/** How soon news is mailed. Other mails are sent at once; this is for their retries, and for what other servers left. */
const MAILS_MS = 5_000;
const EXPIRED_MS = 60 * 60_000;

export function createLazyPortal(portalDeps: LazyPortalDeps): LazyPortal {
  const { config, store, changes, dataDir, vault, drawPage, hashing, now, log, metrics, fetch } =
    portalDeps;
  const { portal: settings, baseUrl, timeZone } = config;

  const mailing = once(async () => {
    const [{ createMailer }, { createMailSender }, { createOutbox }] = await Promise.all([
      import("./mail/mailer.ts"),
      import("./mail/mail-sender.ts"),
      import("./mail/outbox.ts"),
    ]);
    const outbox = createOutbox(store, await vault());
    const mailer = await createMailer({ mail: settings.mail, dataDir });
    const count = (outcome: MailOutcome) => metrics.mails.inc({ outcome });
    return { outbox, mailer, sender: createMailSender({ outbox, mailer, now, log, count }) };
  });
  const settling = once(async () => {
    const [{ paymentWorker }, { standingIn, tronNode }, { watchNode }] = await Promise.all([
      import("../payment/worker.ts"),
      import("../payment/tron/node.ts"),
      import("../payment/tron/node-watch.ts"),
    ]);
    const node = standingIn(settings.tronNodes.map((each) => tronNode({ ...each, fetch })));
    const report = (state: NodeState) => {
      nodeState = state;
      metrics.paymentNode.reset();
      metrics.paymentNode.set({ state }, 1);
    };
    const { contract, addresses } = settings;
    return paymentWorker({
      store,
      vault: await vault(),
      contract,
      addresses,
      node,
      watch: watchNode({ node, contract, now, log, report }),
      now,
      random: Math.random,
      log,
      onDecided: (state: DecidedState, waitedMs: number) =>
        // A clock that was set must not take away from the sum.
        metrics.paymentWait.observe({ state }, Math.max(0, waitedMs) / 1_000),
      holder: randomUUID(),
    });
  });
  const isSelling = settings.addresses.length > 0;
  let nodeState: NodeState | null = null;
  let isWorking = false;
  let isMailing = false;

  const payments: Job = {
    name: "payments",
    everyMs: PAYMENTS_MS,
    async work() {
      if (!isSelling) {
        // What was listed or claimed before TRON_ADDRESSES was emptied is still settled.
        const { hasLookups } = await import("../payment/lookups.ts");
        if (!(await hasLookups(store))) {
          return;
        }
      }
      isWorking = true;
      const worker = await settling();
      // Not awaited: claims that come due meanwhile must not wait for a look-up that hangs.
      void worker.work();
    },
  };
  const reminders: Job = {
    name: "reminders",
    everyMs: REMINDERS_MS,
    async work() {
      const { queueReminders } = await import("./mail/reminders.ts");
      const { outbox } = await mailing();
      await queueReminders({ store, outbox, baseUrl: baseUrl ?? "", timeZone, log }, now());
    },
  };
  const mails: Job = {
    name: "mails",
    everyMs: MAILS_MS,
    async work() {
      isMailing = true;
      const { outbox, sender } = await mailing();
      const { queueNews } = await import("./mail/news.ts");
      const withheld = () => metrics.mails.inc({ outcome: "withheld" });
      const news = { store, outbox, baseUrl: baseUrl ?? "", timeZone, log, withheld };
      // Mails that wait are sent even when no new ones can be queued.
      await queueNews(news, now()).finally(() => {
        // Not awaited: stopping the jobs must not wait for all mails that are due.
        sender.wake();
      });
    },
  };
  const expired: Job = {
    name: "expired sessions",
    everyMs: EXPIRED_MS,
    async work() {
      const [{ deleteExpiredSessions }, { deleteOldMails }] = await Promise.all([
        import("./auth/sessions.ts"),
        import("./mail/outbox.ts"),
      ]);
      await deleteExpiredSessions(store, now());
      await deleteOldMails(store, now());
    },
  };
  let opening: ReturnType<typeof openWith> | undefined;
  let refuses: SpentTries = () => false;

  async function openWith(deps: Parameters<LazyPortal["open"]>[0]) {
    const { openPortal } = await import("./open-portal.ts");
    const { outbox, sender, mailer } = await mailing();
    isMailing = true;
    const { byHand } = portalDeps;
    const parts = { config, deps, store, changes, byHand, drawPage, hashing, outbox, sender };
    const mailsReachPeople = mailer.reachesPeople;
    return openPortal({ ...parts, vault: await vault(), mailsReachPeople });
  }

  return {
    open(deps) {
      const portal = openWith(deps);
      opening = portal;
      portal.then(({ refusesSpent }) => (refuses = refusesSpent)).catch(() => {});
      return portal;
    },
    refusesSpent: (request, response) => refuses(request, response),
    async mailEndpointOff() {
      const { webhookOffMail } = await import("./mail/mail-texts.ts");
      const { outbox } = await mailing();
      return async (transaction, owner, endpoint) => {
        const mail = webhookOffMail(owner, endpoint, baseUrl ?? "");
        if (!(await outbox.put(transaction, { kind: "webhook", mail }, now()))) {
          log("webhook mail withheld", { reason: endpoint.reason });
          metrics.mails.inc({ outcome: "withheld" });
        }
      };
    },
    nodeState: () => nodeState,
    jobs: [expired, payments, ...(settings.mail === null ? [] : [reminders, mails])],
    async close() {
      // It may be creating its key file, and the caller may remove the data folder after this.
      await opening?.catch(() => {});
      await Promise.all([
        isWorking && settling().then((worker) => worker.stop()),
        isMailing && mailing().then(({ sender }) => sender.stop()),
      ]);
    },
  };
}
