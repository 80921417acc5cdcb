import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { list } from "../../../server/access/keys.ts";
import { roundAt } from "../../../src/round/phases.ts";
import { engines } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { NOW_MS } from "../../support/service.ts";
import { smallDisk } from "../../support/small-disk.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";
import type { Receiver } from "../../support/webhook-receiver.ts";
import { openWebhookSetup } from "../../support/webhook-setup.ts";

const RESULTS = { games: ["baccarat"], events: ["round.result"] };

const roundsOf = ({ received }: Receiver) =>
  received.map(({ payload: { data } }) => ("entry" in data ? data.entry.round : 0));

test("a full disk delays webhooks and loses none, and the rest of the service reads on", async () => {
  const folder = await smallDisk(8_192);
  const setup = await openWebhookSetup({ file: join(folder, "tableside.sqlite") });
  const receiver = await startReceiver();
  await setup.add(receiver.url, RESULTS);
  const server = await setup.server();
  await server.look();
  await server.after(30_000);
  await eventually(() => receiver.received.length === 1);
  const filler = join(folder, "filler");
  const filling = writeFile(filler, new Uint8Array(8_192_000));
  await expect(filling).rejects.toThrow("ENOSPC");
  await eventually(async () => {
    await server.after(1_000);
    return setup.log.includes("webhooks unattended");
  });
  expect(await list(setup.store)).toHaveLength(1);
  const duringMs = setup.clock.nowMs;
  await server.after(60_000);
  expect(server.states()).toBeNull();
  await rm(filler);
  await eventually(async () => {
    await server.after(1_000);
    return receiver.received.length > (duringMs - NOW_MS) / 30_000 + 1;
  });
  expect(server.states()).toMatchObject({ on: 1 });
  // Each of them once, in their order.
  const first = roundAt(NOW_MS, 30_000);
  expect(roundsOf(receiver)).toEqual(receiver.received.map((_, index) => first + index));
});

/** A thread that begins to write and never ends. */
const WRITING = `
  const { parentPort, workerData } = require("node:worker_threads");
  void import(workerData.module)
    .then(({ openStore }) => openStore(workerData.place, "open"))
    .then(({ lazyDb }) => lazyDb.transaction().execute(async (transaction) => {
      await transaction.deleteFrom("webhook_event").execute();
      await transaction.insertInto("lease").values({ name: "a", holder: "b", ends_at: 0 }).execute();
      parentPort.postMessage("writing");
      await new Promise(() => setInterval(() => {}, 1_000));
    }));
`;

test.each(engines)(
  "on $name a thread that dies while it writes keeps nobody from writing",
  async (engine) => {
    const { place, store, newSubscription } = await openWebhookSetup(await engine.place());
    const module = new URL("../../../server/store/open-store.ts", import.meta.url).href;
    const thread = new Worker(WRITING, { eval: true, workerData: { module, place } });
    await once(thread, "message");
    await thread.terminate();
    await newSubscription();
    expect(await store.db.selectFrom("lease").selectAll().execute()).toEqual([]);
  },
);
