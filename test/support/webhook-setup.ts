import { onTestFinished } from "vitest";
import { issue } from "../../server/access/keys.ts";
import type { KeyInput } from "../../server/access/keys.ts";
import { watchMaintenance } from "../../server/access/maintenance.ts";
import { watchStoreChanges } from "../../server/access/store-changes.ts";
import { createOracle } from "../../server/oracle/oracle.ts";
import type { Oracle } from "../../server/oracle/oracle.ts";
import { exactTime } from "../../server/oracle/time-source.ts";
import { serialized } from "../../server/store/serialized.ts";
import type { StorePlace } from "../../server/store/store.ts";
import type { EndpointState } from "../../server/webhooks/endpoint-states.ts";
import { addEndpoint } from "../../server/webhooks/endpoints.ts";
import type { EndpointInput } from "../../server/webhooks/endpoints.ts";
import { createPoster } from "../../server/webhooks/post.ts";
import type { Poster } from "../../server/webhooks/post.ts";
import { createWebhooks } from "../../server/webhooks/webhooks.ts";
import type { Webhooks, WebhooksDeps } from "../../server/webhooks/webhooks.ts";
import { slugs } from "../../src/games/index.ts";
import { ROUND_EVENTS } from "../../src/wire/webhook-payload.ts";
import { requireWebhook } from "./contract.ts";
import { VECTOR_SECRET } from "./dealt-rounds.ts";
import { noFaults } from "./no-faults.ts";
import { vault } from "./payments.ts";
import { NOW_MS } from "./service.ts";
import { tempStore } from "./temp-store.ts";

const DAY_MS = 86_400_000;
/** Longer than any response takes, on a busy machine. */
const PATIENCE_MS = 60_000;
/** For a receiver that never responds: short enough to wait for. */
export const SHORT_TIMEOUT_MS = 1_000;

/** A store with a clock that a test moves, and servers that send webhooks from it. */
export type WebhookSetup = Awaited<ReturnType<typeof openWebhookSetup>>;

/** A server that sends webhooks. It checks for events only when a test asks it to. */
export type WebhookServer = Awaited<ReturnType<WebhookSetup["server"]>>;

/** @param startMs the clock's start. */
export async function openWebhookSetup(place?: StorePlace, startMs: number = NOW_MS) {
  const opened = await tempStore(place);
  const { store } = opened;
  const clock = { nowMs: startMs };
  const log: string[] = [];
  const now = () => clock.nowMs;

  async function newSubscription(input: Partial<KeyInput> = {}) {
    const whole = { label: "Acme", endsAtMs: now() + 30 * DAY_MS, origins: [], ...input };
    const { id } = await issue(store, whole, Math.min(now(), whole.endsAtMs - 1));
    const { subscription_id } = await store.db
      .selectFrom("api_key")
      .select("subscription_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return { keyId: id, subscriptionId: subscription_id };
  }

  return {
    ...opened,
    clock,
    log,
    newSubscription,
    /** Adds an endpoint; for all games and events by default. */
    async add(url: string, input: Partial<EndpointInput> = {}) {
      const subscriptionId = input.subscriptionId ?? (await newSubscription()).subscriptionId;
      const whole = { subscriptionId, url, games: slugs, events: ROUND_EVENTS, ...input };
      const at = { nowMs: now(), allowPrivate: true };
      const added = await serialized(store, (within) => addEndpoint(within, vault, whole, at));
      if (added === undefined) {
        throw new Error("There are too many endpoints.");
      }
      return added;
    },
    /** A server, stopped after the test, which waits `timeoutMs` for a response. */
    async server(deps: Partial<WebhooksDeps> = {}, timeoutMs = PATIENCE_MS) {
      const own = place === undefined ? store : (await tempStore(place)).store;
      const changes = watchStoreChanges(own, noFaults);
      const maintenance = watchMaintenance(own, changes, () => {});
      const oracle: Oracle = createOracle({ secret: VECTOR_SECRET, timeZone: "UTC" });
      const bodies: string[] = [];
      let states: Readonly<Record<EndpointState, number>> | null = null;
      const webhooks: Webhooks = createWebhooks({
        store: own,
        changes,
        vault: async () => vault,
        poster: keepingBodies(bodies, timeoutMs),
        chance: () => 0.5,
        oracle,
        withPastBeacons: async (_game, _rounds, make) => make(),
        maintenance,
        clock: { fault: () => null },
        time: () => exactTime(now()),
        now,
        setTimer: () => () => {},
        baseUrl: "https://games.example.com",
        mailAccount: async () => async () => {},
        log: (event) => log.push(event),
        count: () => {},
        showEndpoints: (shown) => (states = shown),
        ...deps,
      });
      await changes.check();
      onTestFinished(async () => {
        await webhooks.stop();
        await changes.stop();
        for (const body of bodies) {
          requireWebhook(JSON.parse(body));
        }
      });
      return {
        ...webhooks,
        states: () => states as typeof states,
        async check() {
          await changes.check();
          await webhooks.check();
        },
        async after(ms: number) {
          clock.nowMs += ms;
          await changes.check();
          await webhooks.check();
        },
      };
    },
  };
}

/** Also sends to this machine, and records the bodies. */
function keepingBodies(bodies: string[], timeoutMs: number): Poster {
  const poster = createPoster(true, timeoutMs);
  return {
    ...poster,
    post(input) {
      bodies.push(input.body);
      return poster.post(input);
    },
  };
}
