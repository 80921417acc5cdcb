import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { list } from "../../../server/access/keys.ts";
import { createPoster } from "../../../server/webhooks/poster.ts";
import { roundAt } from "../../../src/round/phases.ts";
import { eventually } from "../../support/eventually.ts";
import { NOW_MS } from "../../support/service.ts";
import { smallDisk } from "../../support/small-disk.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";
import type { Receiver } from "../../support/webhook-receiver.ts";
import { openWebhookSetup } from "../../support/webhook-setup.ts";

const RESULTS = { games: ["baccarat"], events: ["round.result"] };
const OPENINGS = { games: ["baccarat"], events: ["round.opened"] };

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

test("when the thread that sends dies, another one sends what was under way", async () => {
  const setup = await openWebhookSetup();
  const receiver = await startReceiver("hangs");
  await setup.add(receiver.url, OPENINGS);
  const poster = createPoster({ allowPrivate: true, timeoutMs: 60_000 });
  const threads: Worker[] = [];
  const note = (thread: Worker) => threads.push(thread);
  process.on("worker", note);
  try {
    const server = await setup.server({ poster });
    await server.look();
    await eventually(() => receiver.received.length === 1);
    const exited = once(threads[0] as Worker, "exit");
    await threads[0]?.terminate();
    await exited;
    receiver.mood = 200;
    await eventually(async () => {
      await server.after(1_000);
      return receiver.received.length === 2;
    });
    const [lost, again] = receiver.received;
    expect(again?.id).toBe(lost?.id);
    expect(threads).toHaveLength(2);
    // It is no fault of the endpoint.
    expect(server.states()).toMatchObject({ on: 1, failing: 0 });
  } finally {
    process.off("worker", note);
  }
});
