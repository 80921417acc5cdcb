import { beforeAll, expect, test } from "vitest";
import { issue } from "../../../server/access/keys.ts";
import { openVault } from "../../../server/access/vault.ts";
import { serialized } from "../../../server/store/serialized.ts";
import { addEndpoint } from "../../../server/webhooks/endpoints.ts";
import { slugs } from "../../../src/games/index.ts";
import { ROUND_EVENTS } from "../../../src/wire/webhook-payload.ts";
import { ensureBuild } from "../../support/build.ts";
import { eventually } from "../../support/eventually.ts";
import { startServer } from "../../support/server-process.ts";
import { withStoreOf } from "../../support/service.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

beforeAll(ensureBuild, 600_000);

test("a server that is killed before it records a webhook sends the same one again", async () => {
  const receiver = await startReceiver("hangs");
  const env = { WEBHOOKS_PRIVATE: "on" };
  const first = await startServer(env);
  const { dataDir } = first;
  const nowMs = Date.now();
  const input = { label: "Acme", endsAtMs: nowMs + 86_400_000, origins: [] };
  const added = await withStoreOf(dataDir, async (store) => {
    await issue(store, input, nowMs);
    const { id: subscriptionId } = await store.db
      .selectFrom("subscription")
      .select("id")
      .where("label", "=", input.label)
      .executeTakeFirstOrThrow();
    const wanted = { subscriptionId, url: receiver.url, games: slugs, events: ROUND_EVENTS };
    const vault = await openVault(store, { dataDir, secret: null });
    return serialized(store, (transaction) =>
      addEndpoint(transaction, vault, wanted, { nowMs, allowPrivate: true }),
    );
  });
  expect(added).toBeDefined();
  // The first call has arrived and has no response, so it is not recorded, however slow the machine.
  await eventually(() => receiver.received.length > 0);
  await first.end("SIGKILL");
  const before = receiver.received.map(({ id }) => id);
  receiver.mood = 200;
  await startServer({ ...env, DATA_DIR: dataDir });
  await eventually(() => receiver.received.length >= before.length + 2);
  const after = receiver.received.slice(before.length).map(({ id }) => id);
  expect(after[0]).toBe(before[0]);
  expect(new Set(after).size).toBe(after.length);
});
