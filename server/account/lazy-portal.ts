import { HOUR_MS, MINUTE_MS } from "../../src/round/phases.ts";
import type { Deps, Portal } from "../deps.ts";
import type { NodeState } from "../payment/tron/node-watch.ts";
import type { Job } from "../runtime/jobs.ts";
import { once } from "../runtime/timers.ts";
import type { MailAccount } from "../webhooks/endpoints.ts";
import type { PortalDeps } from "./portal-setup.ts";

/** The next look-up of a claim is due after 3 s at the earliest. */
const PAYMENTS_EVERY_MS = 1_000;
const REMINDERS_EVERY_MS = 10 * MINUTE_MS;
/**
 * Only news waits for this job: other emails are sent at once. It also retries emails, including those of servers that
 * have stopped.
 */
const MAILS_EVERY_MS = 5_000;
const EXPIRED_EVERY_MS = HOUR_MS;

/** The account pages, payments and emails. A server that only serves rounds never loads their code. */
export function createLazyPortal(deps: PortalDeps) {
  const { config, store, metrics } = deps;
  let opened: ReturnType<typeof openNow> | undefined;
  let nodeState: NodeState | null = null;

  async function openNow() {
    const { openPortal } = await import("./portal-setup.ts");
    const onNode = (state: NodeState) => {
      nodeState = state;
      metrics.paymentNode.reset();
      metrics.paymentNode.set({ state }, 1);
    };
    return openPortal({ ...deps, vault: await deps.vault(), onNode });
  }

  const open = once(() => (opened = openNow()));

  const job = (
    name: string,
    everyMs: number,
    work: (portal: Awaited<ReturnType<typeof openNow>>) => Promise<void>,
  ): Job => ({ name, everyMs, work: async () => work(await open()) });

  const payments: Job = {
    name: "payments",
    everyMs: PAYMENTS_EVERY_MS,
    async work() {
      if (config.portal.addresses.length === 0) {
        // Transfers listed or claimed before TRON_ADDRESSES was emptied are still settled.
        const { hasLookups } = await import("../payment/lookup-queue.ts");
        if (!(await hasLookups(store))) {
          return;
        }
      }
      const { worker } = await open();
      // Not awaited: due claims must not wait for a look-up that hangs.
      void worker.work();
    },
  };
  const mailJobs = [
    job("reminders", REMINDERS_EVERY_MS, ({ queueReminders }) => queueReminders()),
    // Waiting emails are sent even when new ones cannot be queued. Not awaited: stopping the jobs must not wait for all
    // due emails.
    job("emails", MAILS_EVERY_MS, ({ queueNews, sender }) =>
      queueNews().finally(() => sender.wake()),
    ),
  ];

  return {
    open: async (serviceDeps: Deps): Promise<Portal> => (await open()).pages(serviceDeps),
    mailEndpointOff: async (): Promise<MailAccount> => (await open()).mailEndpointOff,
    /** Null before the first look-up. */
    nodeState: () => nodeState,
    jobs: [
      job("expired sessions", EXPIRED_EVERY_MS, ({ deleteExpired }) => deleteExpired()),
      payments,
      ...(config.portal.mail === null ? [] : mailJobs),
    ],
    /** Stops settling payments and sending emails, so that another process can take over. */
    async close(): Promise<void> {
      // Opening may still be creating the key file, and the caller may remove the data folder afterwards.
      const portal = await opened?.catch(() => undefined);
      await Promise.all([portal?.worker.stop(), portal?.sender.stop()]);
    },
  };
}
