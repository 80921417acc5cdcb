import { describe, expect, onTestFinished, test } from "vitest";
import { claimsOf } from "../../../server/payment/claims.ts";
import { tronNode } from "../../../server/payment/tron-node.ts";
import { paymentWorker } from "../../../server/payment/worker.ts";
import type { PaymentWorker } from "../../../server/payment/worker.ts";
import type { Store } from "../../../server/store/store.ts";
import { aClaim, anInvoice, hashOf, vault } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";
import { RECEIVER, receiptOf, startTronNode } from "../../support/tron-node.ts";
import type { FakeTronNode, Mood } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;
const HASH = hashOf(1);

interface Desk {
  readonly store: Store;
  readonly node: FakeTronNode;
  readonly clock: { nowMs: number };
  readonly log: string[];
  hire(holder: string): PaymentWorker;
}

async function openDesk(): Promise<Desk> {
  const { store } = await tempStore();
  const node = await startTronNode();
  const clock = { nowMs: NOW_MS };
  const log: string[] = [];
  function hire(holder: string): PaymentWorker {
    const worker = paymentWorker({
      store,
      vault,
      node: tronNode({ url: node.url, apiKey: null, timeoutMs: 500 }),
      now: () => clock.nowMs,
      chance: () => 0.5,
      log: (event, fields) => log.push(`${event} ${JSON.stringify(fields)}`),
      holder,
    });
    onTestFinished(() => worker.stop());
    return worker;
  }
  return { store, node, clock, log, hire };
}

async function claimed({ store }: Desk) {
  const invoice = await anInvoice(store, "ann", NOW_MS);
  await aClaim(store, invoice, HASH, NOW_MS);
  const receipt = receiptOf(HASH, NOW_MS + 1_000, [{ to: RECEIVER, amount: invoice.amount }]);
  const state = async () => (await claimsOf(store, invoice.id))[0];
  return { invoice, receipt, state };
}

test("a payment goes from unknown to seen to paid, as the chain does", async () => {
  const desk = await openDesk();
  const { receipt, state } = await claimed(desk);
  const worker = desk.hire("a");
  await worker.work();
  expect(await state()).toMatchObject({ state: "waiting", looks: 1, next_look_at: NOW_MS + 3_000 });
  desk.node.put(HASH, receipt, "head");
  desk.clock.nowMs += 3_000;
  await worker.work();
  expect(await state()).toMatchObject({ state: "seen", looks: 2 });
  desk.node.put(HASH, receipt);
  desk.clock.nowMs += 6_000;
  await worker.work();
  expect(await state()).toMatchObject({ state: "paid", reason: null, decided_at: NOW_MS + 9_000 });
  expect(await desk.store.db.selectFrom("payment").selectAll().execute()).toHaveLength(1);
});

test("nothing is asked before it is due, nor once it is decided", async () => {
  const desk = await openDesk();
  const { receipt } = await claimed(desk);
  const worker = desk.hire("a");
  await worker.work();
  const asked = desk.node.asked.length;
  desk.clock.nowMs += 2_999;
  await worker.work();
  expect(desk.node.asked).toHaveLength(asked);
  desk.node.put(HASH, receipt);
  desk.clock.nowMs += 1;
  await worker.work();
  desk.clock.nowMs += DAY_MS;
  await worker.work();
  expect(desk.node.asked).toHaveLength(asked + 1);
});

describe("a node that cannot be believed delays and never rejects:", () => {
  test.each<Mood>([429, 403, 500, 503, "html", "hangs", "redirects"])("%s", async (mood) => {
    const desk = await openDesk();
    const { receipt, state } = await claimed(desk);
    const worker = desk.hire("a");
    desk.node.mood = mood;
    desk.node.put(HASH, receipt);
    // Even after more than a day of it.
    for (const waitedMs of [0, DAY_MS, DAY_MS + 60_000]) {
      desk.clock.nowMs = NOW_MS + waitedMs;
      await worker.work();
      expect(await state()).toMatchObject({ state: "waiting", reason: null });
    }
    desk.node.mood = "well";
    desk.clock.nowMs += DAY_MS;
    await worker.work();
    expect(await state()).toMatchObject({ state: "paid" });
  });
});

test("a transaction that nobody knows after a day is given up", async () => {
  const desk = await openDesk();
  const { state } = await claimed(desk);
  const worker = desk.hire("a");
  desk.clock.nowMs += DAY_MS;
  await worker.work();
  expect(await state()).toMatchObject({ state: "waiting" });
  desk.clock.nowMs += 60_000;
  await worker.work();
  expect(await state()).toMatchObject({ state: "rejected", reason: "not_found" });
});

test("one that was seen is not unseen by a fork or a fault", async () => {
  const desk = await openDesk();
  const { receipt, state } = await claimed(desk);
  const worker = desk.hire("a");
  desk.node.put(HASH, receipt, "head");
  await worker.work();
  desk.node.mood = 500;
  desk.clock.nowMs += 60_000;
  await worker.work();
  expect(await state()).toMatchObject({ state: "seen" });
});

test("a transaction that several invoices name is looked up once", async () => {
  const desk = await openDesk();
  const { receipt } = await claimed(desk);
  const other = await anInvoice(desk.store, "eve", NOW_MS);
  await aClaim(desk.store, other, HASH, NOW_MS);
  desk.node.put(HASH, receipt);
  await desk.hire("a").work();
  expect(desk.node.asked).toHaveLength(1);
  // Which of the two comes first is open; the stranger gets nothing either way.
  expect((await claimsOf(desk.store, other.id))[0]).toMatchObject({
    state: "rejected",
    reason: expect.stringMatching(/^(other_invoice|duplicate_hash)$/),
  });
});

describe("of two processes", () => {
  test("one works, the other waits until the first stops", async () => {
    const desk = await openDesk();
    const { state } = await claimed(desk);
    const [first, second] = [desk.hire("a"), desk.hire("b")];
    await first.work();
    desk.clock.nowMs += 3_000;
    await second.work();
    expect(await state()).toMatchObject({ looks: 1 });
    await first.stop();
    await second.work();
    expect(await state()).toMatchObject({ looks: 2 });
  });

  test("the other takes over a minute after the first died", async () => {
    const desk = await openDesk();
    const { receipt, state } = await claimed(desk);
    await desk.hire("a").work();
    desk.node.put(HASH, receipt);
    desk.clock.nowMs += 60_000;
    await desk.hire("b").work();
    expect(await state()).toMatchObject({ state: "paid" });
  });
});

test("a store that fails is told of once, and the work goes on after that", async () => {
  const desk = await openDesk();
  const { receipt, state } = await claimed(desk);
  desk.node.put(HASH, receipt);
  const worker = desk.hire("a");
  await desk.store.db.schema.alterTable("payment").renameTo("gone").execute();
  await worker.work();
  expect(desk.log.join()).toContain("payments unattended");
  expect(await state()).toMatchObject({ state: "waiting" });
  // Nothing of what goes before the payment was done, either.
  const terms = () => desk.store.db.selectFrom("subscription").select("ends_at").execute();
  expect(await terms()).toEqual([]);
  await desk.store.db.schema.alterTable("gone").renameTo("payment").execute();
  await worker.work();
  expect(await state()).toMatchObject({ state: "paid" });
  expect(await terms()).toEqual([{ ends_at: NOW_MS + 30 * DAY_MS }]);
});
