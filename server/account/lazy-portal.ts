import type { Deps, Portal } from "../deps.ts";
import type { NodeState } from "../payment/tron/node-watch.ts";
import type { Job } from "../runtime/jobs.ts";
import type { MailOwner } from "../webhooks/endpoints.ts";
import type { PortalDeps } from "./open-portal.ts";

/** A claim is looked up again after 3 s at the earliest. */
const PAYMENTS_MS = 1_000;
const REMINDERS_MS = 10 * 60_000;
/** How soon news is mailed. Other mails are sent at once; this is for their retries, and for what other servers left. */
const MAILS_MS = 5_000;
const EXPIRED_MS = 60 * 60_000;

/**
 * Accounts and payments as the service sees them. Their code is imported when it is first needed, so a
 * server that only serves rounds never loads it.
 */
export function createLazyPortal(deps: PortalDeps) {
  const { config, store, metrics } = deps;
  let opened: ReturnType<typeof openNow> | undefined;
  let nodeState: NodeState | null = null;

  async function openNow() {
    const { openPortal } = await import("./open-portal.ts");
    const onNode = (state: NodeState) => {
      nodeState = state;
      metrics.paymentNode.reset();
      metrics.paymentNode.set({ state }, 1);
    };
    return openPortal({ ...deps, vault: await deps.vault(), onNode });
  }

  const open = () => {
    opened ??= openNow().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };

  const expired: Job = {
    name: "expired sessions",
    everyMs: EXPIRED_MS,
    work: async () => (await open()).deleteExpired(),
  };
  const payments: Job = {
    name: "payments",
    everyMs: PAYMENTS_MS,
    async work() {
      if (config.portal.addresses.length === 0) {
        // What was listed or claimed before TRON_ADDRESSES was emptied is still settled.
        const { hasLookups } = await import("../payment/lookups.ts");
        if (!(await hasLookups(store))) {
          return;
        }
      }
      const { worker } = await open();
      // Not awaited: claims that come due meanwhile must not wait for a look-up that hangs.
      void worker.work();
    },
  };
  const reminders: Job = {
    name: "reminders",
    everyMs: REMINDERS_MS,
    work: async () => (await open()).queueReminders(),
  };
  const mails: Job = {
    name: "mails",
    everyMs: MAILS_MS,
    async work() {
      const { queueNews, sender } = await open();
      // Mails that wait are sent even when no new ones can be queued. Not awaited: stopping the jobs must not wait
      // for all that are due.
      await queueNews().finally(() => sender.wake());
    },
  };

  return {
    /** Builds the pages and forms under /account/. */
    open: async (serviceDeps: Deps): Promise<Portal> => (await open()).pages(serviceDeps),
    /** Queues the mail that tells an account that an endpoint of its webhooks was switched off. */
    mailEndpointOff: async (): Promise<MailOwner> => (await open()).mailEndpointOff,
    /** How the payment node is, by the last look; null: it was not looked at. */
    nodeState: () => nodeState,
    jobs: [expired, payments, ...(config.portal.mail === null ? [] : [reminders, mails])],
    /** Stops settling payments and sending mails, so that another process can go on. */
    async close(): Promise<void> {
      // It may be creating its key file, and the caller may remove the data folder after this.
      const portal = await opened?.catch(() => undefined);
      await Promise.all([portal?.worker.stop(), portal?.sender.stop()]);
    },
  };
}
