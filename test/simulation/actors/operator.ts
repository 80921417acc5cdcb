import { issue, renew, revoke } from "../../../server/access/keys.ts";
import type { IssuedKey } from "../../../server/access/keys.ts";
import { setMaintenance } from "../../../server/access/maintenance.ts";
import { createVault } from "../../../server/access/vault.ts";
import { serialized } from "../../../server/store/serialized.ts";
import type { Store } from "../../../server/store/store.ts";
import { addEndpoint } from "../../../server/webhooks/endpoints.ts";
import { games } from "../../../src/games/index.ts";
import { ROUND_EVENTS } from "../../../src/webhooks/payload.ts";
import { openStore } from "../store.ts";
import type { World } from "../world.ts";
import { pause } from "./pause.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Whoever runs the service, at the command line: each command opens the store and closes it again, as the
 * commands do.
 */
export async function operate(world: World): Promise<never> {
  const { chance, agenda, keys } = world;
  const issued: IssuedKey[] = [];

  async function command(work: (store: Store) => Promise<void>): Promise<void> {
    let store: Store | undefined;
    try {
      store = await openStore(world.place);
      await work(store);
    } catch {
      // The command says what is wrong, and whoever typed it does so again some time.
    }
    await store?.close().catch(() => {});
  }

  async function issueOne(store: Store): Promise<void> {
    const termMs = chance.happens(0.3) ? chance.between(MINUTE_MS, 20 * MINUTE_MS) : DAY_MS * 30;
    const endsAtMs = Math.floor(Date.now() + termMs);
    const key = await issue(store, { label: "Operator", endsAtMs, origins: [] }, Date.now());
    issued.push(key);
    keys.issued(key.keyText, endsAtMs, agenda.nowMs);
  }

  async function revokeOne(store: Store): Promise<void> {
    const key = issued[chance.below(issued.length)];
    if (key !== undefined) {
      keys.uncertain(key.keyText);
      await revoke(store, key.id, Date.now());
      keys.revoked(key.keyText, agenda.nowMs);
    }
  }

  async function renewOne(store: Store): Promise<void> {
    const key = issued[chance.below(issued.length)];
    if (key !== undefined) {
      keys.renewing(key.keyText);
      await renew(store, key.id, 1 + chance.below(30), Date.now());
    }
  }

  async function maintain(store: Store): Promise<void> {
    const { slug } = games[chance.below(games.length)] ?? { slug: "" };
    await setMaintenance(store, slug, true, Date.now());
    await pause(chance.between(500, 20_000));
    await setMaintenance(store, slug, false, Date.now());
  }

  let hasEndpoint = false;
  let hasTried = false;

  /** Whether a command that ended with a fault added it all the same. */
  async function isThere(store: Store): Promise<boolean> {
    const row = await store.db.selectFrom("webhook_endpoint").select("id").executeTakeFirst();
    return row !== undefined;
  }

  /** An endpoint that gets everything, for as long as the world is there. */
  async function addHook(store: Store): Promise<void> {
    if (hasTried && (await isThere(store))) {
      hasEndpoint = true;
      return;
    }
    hasTried = true;
    const nowMs = Date.now();
    const order = { label: "Webhooks", endsAtMs: nowMs + DAY_MS * 400, origins: [] };
    const key = await issue(store, order, nowMs);
    const { subscription_id: subscriptionId } = await store.db
      .selectFrom("api_key")
      .select("subscription_id")
      .where("id", "=", key.id)
      .executeTakeFirstOrThrow();
    const endpoint = {
      subscriptionId,
      url: "http://hook.simulated/",
      games: games.map(({ slug }) => slug),
      events: ROUND_EVENTS,
    };
    const vault = createVault(world.vaultKey);
    const terms = { nowMs, allowPrivate: true };
    await serialized(store, (transaction) => addEndpoint(transaction, vault, endpoint, terms));
    hasEndpoint = true;
  }

  for (;;) {
    await pause(chance.between(1_000, 15_000));
    if (!hasEndpoint) {
      await command(addHook);
    }
    await command(chance.pick([issueOne, issueOne, revokeOne, revokeOne, renewOne, maintain]));
  }
}
