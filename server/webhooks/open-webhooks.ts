import { randomUUID } from "node:crypto";
import type { Config } from "../config/config.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { once } from "../runtime/once.ts";
import { callsByHand } from "./by-hand.ts";
import type { CallsByHand } from "./by-hand.ts";
import { createPayloads, entriesOf } from "./payloads.ts";
import { createPoster, POST_TIMEOUT_MS } from "./poster.ts";
import { createWebhooks } from "./webhooks.ts";
import type { Webhooks, WebhooksDeps } from "./webhooks.ts";

/** Webhooks of a service: those it sends by itself, and those that people ask for. */
export interface ServiceWebhooks extends Pick<Webhooks, "start" | "look" | "waiting" | "stop"> {
  readonly byHand: () => Promise<CallsByHand>;
}

type OpenDeps = Omit<
  WebhooksDeps,
  "poster" | "baseUrl" | "holder" | "chance" | "count" | "showEndpoints"
> & { readonly metrics: Metrics };

/** Opens the webhooks of a service. Nothing runs before the first endpoint is there. */
export function openWebhooks(config: Config, deps: OpenDeps): ServiceWebhooks {
  const { store, vault, oracle, withPastBeacons, metrics } = deps;
  const { baseUrl, webhooksPrivate: allowPrivate } = config;
  const poster = createPoster({ allowPrivate, timeoutMs: POST_TIMEOUT_MS });
  const webhooks = createWebhooks({
    ...deps,
    poster,
    baseUrl,
    holder: randomUUID(),
    chance: Math.random,
    count: (outcome) => metrics.webhooks.inc({ outcome }),
    showEndpoints(states) {
      metrics.webhookEndpoints.reset();
      for (const [state, count] of Object.entries(states ?? {})) {
        metrics.webhookEndpoints.set({ state }, count);
      }
    },
  });
  const payloads = createPayloads({ oracle, entryOf: entriesOf(oracle, withPastBeacons) }, baseUrl);
  return {
    ...webhooks,
    byHand: once(async () => callsByHand({ store, vault: await vault(), payloads, poster })),
  };
}
