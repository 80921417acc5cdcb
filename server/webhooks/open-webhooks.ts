import { randomUUID } from "node:crypto";
import type { Vault } from "../access/vault.ts";
import type { Config } from "../config/config.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { once } from "../runtime/once.ts";
import type { StorePlace } from "../store/store.ts";
import { callsByHand } from "./by-hand.ts";
import type { CallsByHand } from "./by-hand.ts";
import { createPayloads, entriesOf } from "./payloads.ts";
import { POST_TIMEOUT_MS } from "./poster.ts";
import { createThreadedSender } from "./threaded-sender.ts";
import { createWebhooks } from "./webhooks.ts";
import type { Webhooks, WebhooksDeps } from "./webhooks.ts";

/** Webhooks of a service: those it sends by itself, and those that people ask for. */
export interface ServiceWebhooks extends Pick<Webhooks, "start" | "look" | "waiting" | "stop"> {
  readonly byHand: () => Promise<CallsByHand>;
}

type OpenDeps = Omit<
  WebhooksDeps,
  "openSender" | "baseUrl" | "holder" | "count" | "showEndpoints"
> & {
  /** Where the store is. The thread that sends opens it as well. */
  readonly place: StorePlace;
  /** Opens the vault of the endpoints' secrets. */
  readonly vault: () => Promise<Vault>;
  readonly vaultKey: () => Promise<Uint8Array>;
  readonly metrics: Metrics;
};

/** How long no other thread is started after one has ended by itself. */
const REST_MS = 5_000;

/** Opens the webhooks of a service. Nothing runs before the first endpoint is there. */
export function openWebhooks(config: Config, deps: OpenDeps): ServiceWebhooks {
  const { place, store, vault, vaultKey, oracle, withPastBeacons, metrics, now, log } = deps;
  const { baseUrl, webhooksPrivate: allowPrivate } = config;
  const posting = { allowPrivate, timeoutMs: POST_TIMEOUT_MS };
  const data = once(async () => ({ ...posting, place, vaultKey: await vaultKey() }));
  const webhooks = createWebhooks({
    ...deps,
    openSender: (host, onEnd) =>
      createThreadedSender({ data, host, now, log, onEnd, restMs: REST_MS }),
    baseUrl,
    holder: randomUUID(),
    count: (outcome, times) => metrics.webhooks.inc({ outcome }, times),
    showEndpoints(states) {
      metrics.webhookEndpoints.reset();
      for (const [state, count] of Object.entries(states ?? {})) {
        metrics.webhookEndpoints.set({ state }, count);
      }
    },
  });
  const payloads = createPayloads({ oracle, entryOf: entriesOf(oracle, withPastBeacons) }, baseUrl);
  const poster = { post: webhooks.post };
  return {
    ...webhooks,
    byHand: once(async () => callsByHand({ store, vault: await vault(), payloads, poster })),
  };
}
