import { randomUUID } from "node:crypto";
import type { Changes } from "../access/changes.ts";
import { openVault } from "../access/vault-key.ts";
import type { Config } from "../config/config.ts";
import type { Deps } from "../deps.ts";
import type { Fetch } from "../http/fetch.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { DrawPage } from "../pages/built-pages.ts";
import type { Job } from "../runtime/jobs.ts";
import type { Log } from "../runtime/log.ts";
import { once } from "../runtime/once.ts";
import type { Store } from "../store/store.ts";
import type { Hashing } from "./auth/password-hashing.ts";
import type { MailOutcome } from "./mail/mail-sender.ts";
import type { Portal } from "./portal.ts";

/**
 * Accounts and payments as the service sees them. All their code is imported when it is first needed:
 * a server that only tells rounds never loads it.
 */
export interface PortalEntrance {
  open(deps: Deps): Promise<Portal>;
  /** What is to be done in the background. */
  readonly jobs: readonly Job[];
  /** Ends the work on payments, so that another process may go on with it. */
  close(): Promise<void>;
}

/** What accounts and payments are built on. */
export interface PortalGround {
  readonly config: Config;
  readonly store: Store;
  readonly changes: Changes;
  readonly dataDir: string;
  /** The secret of the rounds, from which the vault's key comes where no folder keeps one. */
  readonly secret: Uint8Array;
  readonly drawPage: DrawPage;
  readonly hashing: Hashing | undefined;
  readonly now: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** What the payment node is asked by. */
  readonly fetch: Fetch;
}

/** A payment is looked for after 3 s at the earliest. */
const PAYMENTS_MS = 1_000;
const REMINDERS_MS = 10 * 60_000;
/** New mails go out at once; this is for those that are tried again, and for those of other servers. */
const MAILS_MS = 5_000;
const EXPIRED_MS = 60 * 60_000;

export function portalEntrance(ground: PortalGround): PortalEntrance {
  const { config, store, changes, dataDir, drawPage, hashing, now, log, metrics, fetch } = ground;
  const { portal: settings, baseUrl, timeZone } = config;

  const vault = once(() =>
    openVault({
      dataDir,
      given: settings.keyEncryptionKey,
      secret: config.databaseUrl === null ? null : ground.secret,
    }),
  );
  const post = once(async () => {
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
  const worker = once(async () => {
    const [{ paymentWorker }, { tronNode }, { watchNode }] = await Promise.all([
      import("../payment/worker.ts"),
      import("../payment/tron/node.ts"),
      import("../payment/tron/node-watch.ts"),
    ]);
    const node = tronNode({ url: settings.tronUrl, apiKey: settings.tronApiKey, fetch });
    const tell = (state: string) => {
      metrics.paymentNode.reset();
      metrics.paymentNode.set({ state }, 1);
    };
    return paymentWorker({
      store,
      vault: await vault(),
      node,
      watch: watchNode({ node, contract: settings.contract, now, log, tell }),
      now,
      chance: Math.random,
      log,
      holder: randomUUID(),
    });
  });
  const isSelling = settings.addresses.length > 0;
  let isWorking = false;
  let isPosting = false;

  const payments: Job = {
    name: "payments",
    everyMs: PAYMENTS_MS,
    async work() {
      if (!isSelling) {
        // What was sold before TRON_ADDRESSES was emptied is seen through.
        const { hasUndecided } = await import("../payment/unsettled.ts");
        if (!(await hasUndecided(store))) {
          return;
        }
      }
      isWorking = true;
      // Not waited for: what comes due meanwhile need not wait for a look-up that hangs.
      void (await worker()).work();
    },
  };
  const reminders: Job = {
    name: "reminders",
    everyMs: REMINDERS_MS,
    async work() {
      const { writeReminders } = await import("./mail/reminders.ts");
      const { outbox } = await post();
      await writeReminders({ store, outbox, baseUrl: baseUrl ?? "", timeZone, log }, now());
    },
  };
  const mails: Job = {
    name: "mails",
    everyMs: MAILS_MS,
    async work() {
      isPosting = true;
      // Not waited for: whoever stops the jobs must not wait for all mails that are due.
      (await post()).sender.wake();
    },
  };
  const expired: Job = {
    name: "expired sessions",
    everyMs: EXPIRED_MS,
    deletes: true,
    async work() {
      const [{ deleteExpired }, { forgetMails }] = await Promise.all([
        import("./auth/sessions.ts"),
        import("./mail/outbox.ts"),
      ]);
      await deleteExpired(store, now());
      await forgetMails(store, now());
    },
  };
  let opening: ReturnType<typeof openWith> | undefined;

  async function openWith(deps: Parameters<PortalEntrance["open"]>[0]) {
    const { openPortal } = await import("./open-portal.ts");
    const { outbox, sender, mailer } = await post();
    isPosting = true;
    const parts = { config, deps, store, changes, drawPage, hashing, outbox, sender };
    const mailsReachPeople = mailer.reachesPeople;
    return openPortal({ ...parts, vault: await vault(), mailsReachPeople });
  }

  return {
    open(deps) {
      const portal = openWith(deps);
      opening = portal;
      return portal;
    },
    jobs: [expired, payments, ...(settings.mail === null ? [] : [reminders, mails])],
    async close() {
      // It may be making its key file, in a folder that whoever closes takes for left alone.
      await opening?.catch(() => {});
      await Promise.all([
        isWorking && worker().then((each) => each.stop()),
        isPosting && post().then(({ sender }) => sender.stop()),
      ]);
    },
  };
}
