import type { RequestListener } from "node:http";
import type { Vault } from "../access/vault.ts";
import type { Hashing } from "../account/auth/password-hashing.ts";
import type { LazyPortal } from "../account/lazy-portal.ts";
import type { Config } from "../config/config.ts";
import type { Deps } from "../deps.ts";
import { asset } from "../pages/assets.ts";
import type { DrawPage } from "../pages/built-pages.ts";
import type { Job } from "../runtime/jobs.ts";
import type { Log } from "../runtime/log.ts";
import type { Metrics } from "../runtime/metrics.ts";
import type { Store } from "../store/store.ts";
import type { Check, HealthSources } from "./health.ts";

/** The back office as the service sees it. Its code is imported when it is first needed. */
export interface LazyOffice {
  /** Watches the service, for the metrics. */
  readonly job: Job;
  /** What answers on the port of the back office. */
  open(deps: Deps): Promise<RequestListener>;
}

export interface LazyOfficeDeps {
  readonly config: Config;
  readonly store: Store;
  readonly portal: LazyPortal;
  readonly vault: () => Promise<Vault>;
  readonly hashing: Hashing | undefined;
  readonly draw: DrawPage;
  readonly sources: Omit<HealthSources, "nodeState" | "store">;
  readonly isTimeKnown: () => boolean;
  readonly metrics: Metrics;
  readonly now: () => number;
  readonly log: Log;
}

const LOOK_MS = 60_000;

export function createLazyOffice(deps: LazyOfficeDeps): LazyOffice {
  const { config, store, portal, vault, metrics, now, log, draw, isTimeKnown } = deps;

  async function look(): Promise<Check[]> {
    const { checkHealth } = await import("./health.ts");
    const { nodeState } = portal;
    return checkHealth({ ...deps.sources, store, nodeState }, now());
  }

  return {
    job: {
      name: "health",
      everyMs: LOOK_MS,
      async work() {
        for (const { code, fault } of await look()) {
          metrics.faults.set({ part: code }, fault === null ? 0 : 1);
        }
      },
    },
    async open(serviceDeps) {
      const [{ createOffice }, { createHashing }, { createOutbox }] = await Promise.all([
        import("./office.ts"),
        import("../account/auth/password-hashing.ts"),
        import("../account/mail/outbox.ts"),
      ]);
      const { mail } = config.portal;
      const { baseUrl, timeZone } = config;
      const outbox = createOutbox(store, await vault());
      return createOffice({
        store,
        vault: await vault(),
        // Its own line: strangers who try passwords at the accounts must not keep the owner out.
        hashing: deps.hashing ?? createHashing(),
        timeZone,
        mails: mail === null ? null : { outbox, baseUrl: baseUrl ?? "", timeZone },
        look,
        draw,
        file: asset(serviceDeps),
        isTimeKnown,
        now,
        log,
      });
    },
  };
}
