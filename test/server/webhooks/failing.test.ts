import { expect, test } from "vitest";
import { serialized } from "../../../server/store/serialized.ts";
import type { Store } from "../../../server/store/store.ts";
import { listCalls } from "../../../server/webhooks/calls.ts";
import { switchOn } from "../../../server/webhooks/endpoints.ts";
import { retryPause } from "../../../server/webhooks/retries.ts";
import { roundAt } from "../../../src/round/phases.ts";
import { eventually } from "../../support/eventually.ts";
import { NOW_MS } from "../../support/service.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";
import type { Mood, Receiver } from "../../support/webhook-receiver.ts";
import { openWebhookSetup, SHORT_TIMEOUT_MS } from "../../support/webhook-setup.ts";
import type { WebhookServer, WebhookSetup } from "../../support/webhook-setup.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const round = roundAt(NOW_MS, 30_000);
const OPENINGS = { games: ["baccarat"], events: ["round.opened"] };

const untilReceived = (receiver: Receiver, count: number) =>
  eventually(() => receiver.received.length >= count);

async function recorded({ store }: WebhookSetup, server: WebhookServer, id: string, calls: number) {
  await eventually(async () => {
    await server.after(1_000);
    const row = await store.db
      .selectFrom("webhook_endpoint")
      .select("calls")
      .where("id", "=", id)
      .executeTakeFirst();
    return (row?.calls ?? 0) >= calls;
  });
}

test.each<[Mood, { status: number | null; fault: string | null }]>([
  [500, { status: 500, fault: null }],
  ["redirects", { status: 302, fault: null }],
  ["hangs", { status: null, fault: "timeout" }],
  ["slow headers", { status: null, fault: "timeout" }],
  ["drops", { status: null, fault: "connection" }],
  ["long headers", { status: null, fault: "connection" }],
])("a receiver that fails (%s) is called again with the same id", async (mood, result) => {
  const setup = await openWebhookSetup();
  const receiver = await startReceiver(mood);
  const { id } = await setup.add(receiver.url, OPENINGS);
  const server = await setup.server({}, result.fault === "timeout" ? SHORT_TIMEOUT_MS : undefined);
  await server.check();
  await recorded(setup, server, id, 1);
  expect((await listCalls(setup.store, id))[0]).toMatchObject(result);
  expect(server.states()).toMatchObject({ on: 0, failing: 1 });
  receiver.mood = 200;
  await eventually(async () => {
    await server.after(1_000);
    return server.states()?.on === 1;
  });
  const [first, ...others] = receiver.received;
  expect(others.length).toBeGreaterThan(0);
  expect(others.map((call) => call.id)).toContain(first?.id);
});

test("the pauses between attempts grow up to three hours", () => {
  const pauses = [1, 2, 3, 10, 12, 100].map((tries) => retryPause(tries, 0.5) / 1_000);
  expect(pauses).toEqual([5, 10, 20, 2_560, 10_240, 10_800]);
});

async function offReasonOf({ db }: Pick<Store, "db">, id: string) {
  const row = await db
    .selectFrom("webhook_endpoint")
    .select("off_reason")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.off_reason;
}

test("an endpoint is switched off after three days of failures", async () => {
  const setup = await openWebhookSetup();
  const receiver = await startReceiver(500);
  const { id } = await setup.add(receiver.url, OPENINGS);
  const server = await setup.server();
  await server.check();
  while (setup.clock.nowMs < NOW_MS + 3 * DAY_MS - HOUR_MS) {
    await server.after(HOUR_MS);
  }
  expect(await offReasonOf(setup.store, id)).toBeNull();
  await eventually(async () => {
    await server.after(HOUR_MS);
    return (await offReasonOf(setup.store, id)) === "failed";
  });
  // It is switched off after the next call, at most 3.6 hours later.
  expect(setup.clock.nowMs).toBeLessThan(NOW_MS + 3 * DAY_MS + 5 * HOUR_MS);
  const calls = receiver.received.length;
  expect(calls).toBeLessThan(60);
  await server.after(DAY_MS);
  expect(receiver.received).toHaveLength(calls);
});

test("status 410 switches an endpoint off immediately", async () => {
  const setup = await openWebhookSetup();
  const receiver = await startReceiver(410);
  const { id } = await setup.add(receiver.url, OPENINGS);
  const server = await setup.server();
  await server.check();
  await eventually(async () => (await offReasonOf(setup.store, id)) === "gone");
  await server.after(30_000);
  await server.after(30_000);
  expect(receiver.received).toHaveLength(1);
  receiver.mood = 200;
  await serialized(setup.store, (within) => switchOn(within, id, setup.clock.nowMs));
  await server.check();
  await untilReceived(receiver, 4);
  expect(receiver.received.map((call) => call.payload.data)).toMatchObject(
    [round, round, round + 1, round + 2].map((opened) => ({ state: { round: opened } })),
  );
});

// Cause: the endpoint was marked as off in memory first, so it received nothing more while its page showed it as on.
test("an endpoint is called again if switching it off could not be stored", async () => {
  const setup = await openWebhookSetup();
  const receiver = await startReceiver(410);
  const { id } = await setup.add(receiver.url, OPENINGS);
  let failures = 0;
  const server = await setup.server({
    mailAccount: async () => {
      failures += 1;
      return failures === 1 ? Promise.reject(new Error("gone")) : async () => {};
    },
  });
  await server.check();
  await eventually(() => setup.log.some((line) => line.includes("webhook postponed")));
  await server.after(30_000);
  await eventually(async () => (await offReasonOf(setup.store, id)) === "gone");
  expect(receiver.received).toHaveLength(2);
});

test("nine hours of webhooks wait for a receiver, and one lists the earlier rounds", async () => {
  const setup = await openWebhookSetup();
  const receiver = await startReceiver(500);
  const { id } = await setup.add(receiver.url, { ...OPENINGS, events: ["round.result"] });
  const first = await setup.server();
  await first.check();
  await first.after(25_000);
  await untilReceived(receiver, 1);
  for (let hours = 0; hours < 30; hours += 2) {
    await first.after(2 * HOUR_MS);
  }
  receiver.mood = 200;
  const before = receiver.received.length;
  await eventually(async () => {
    await first.after(receiver.received.length === before ? 30_000 : 1);
    return receiver.received.length > before + 900;
  });
  // Cause: a call in flight at the recovery still failed, and the next one listed a longer gap, under a new id.
  const calls = receiver.received.slice(before);
  const start = calls.findLastIndex(({ payload }) => payload.type === "missed");
  const [missed, ...later] = calls.slice(start);
  if (missed === undefined || missed.payload.type !== "missed") {
    throw new Error("Nothing was missed.");
  }
  const [{ from, to, game, results } = { from: 0, to: 0, game: "", results: "" }, ...others] =
    missed.payload.data.rounds;
  expect(others).toEqual([]);
  expect({ game, from }).toEqual({ game: "baccarat", from: round });
  expect(results).toContain(`/embed/baccarat/api/results?limit=500&after=${round - 1}`);
  // The next events begin where the gap ends, without another gap.
  const next = later.map(({ payload }) => payload.data);
  expect(next).toMatchObject(next.map((_, index) => ({ entry: { round: to + 1 + index } })));
  expect(missed.id).toContain(`${id}-missed-`);
  // Cause: its timestamp was its creation time, so a retry had a different body.
  const [dropped, kept] = [missed, ...later].map(({ payload }) => Date.parse(payload.timestamp));
  expect(dropped).toBeLessThanOrEqual(kept ?? 0);
});
