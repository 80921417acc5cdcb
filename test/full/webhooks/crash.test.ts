import { beforeAll, expect, test } from "vitest";
import { issue } from "../../../server/access/keys.ts";
import { webhooksCommand } from "../../../server/cli/webhooks.ts";
import { someBuild } from "../../support/build.ts";
import { callCommand } from "../../support/command.ts";
import { eventually } from "../../support/eventually.ts";
import { startServer } from "../../support/server-process.ts";
import { withStoreOf } from "../../support/service.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

beforeAll(someBuild, 600_000);

test("a server killed between sending and noting sends the same webhook again, and goes on", async () => {
  const receiver = await startReceiver("hangs");
  const env = { WEBHOOKS_PRIVATE: "on" };
  const first = await startServer(env);
  const { dataDir } = first;
  const nowMs = Date.now();
  const order = { label: "Acme", endsAtMs: nowMs + 86_400_000, origins: [] };
  const { id: key } = await withStoreOf(dataDir, (store) => issue(store, order, nowMs));
  const added = await callCommand(webhooksCommand, ["add", key, "--url", receiver.url], {
    ...env,
    DATA_DIR: dataDir,
  });
  expect(added.stderr).toContain("Added");
  // The first call has arrived and is not answered, so it is not noted however long a busy machine takes.
  await eventually(() => receiver.received.length > 0);
  first.child.kill("SIGKILL");
  await first.ended();
  const before = receiver.received.map(({ id }) => id);
  receiver.mood = 200;
  await startServer({ ...env, DATA_DIR: dataDir });
  await eventually(() => receiver.received.length >= before.length + 2);
  const after = receiver.received.slice(before.length).map(({ id }) => id);
  expect(after[0]).toBe(before[0]);
  expect(new Set(after).size).toBe(after.length);
});
