import { describe, expect, test } from "vitest";
import { claimsOf } from "../../../server/payment/claims.ts";
import { eventually } from "../../support/eventually.ts";
import { openPaymentSetup } from "../../support/payment-setup.ts";
import type { PaymentSetup } from "../../support/payment-setup.ts";
import { aClaim, anInvoice, hashOf } from "../../support/payments.ts";
import { RECEIVER, receiptOf } from "../../support/tron-node.ts";
import type { Mood } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;
const HASH = hashOf(1);

async function claimed({ store }: PaymentSetup) {
  const invoice = await anInvoice(store, "ann", NOW_MS);
  await aClaim(store, invoice, HASH, NOW_MS);
  const receipt = receiptOf(HASH, NOW_MS + 1_000, [{ to: RECEIVER, amount: invoice.amount }]);
  const state = async () => (await claimsOf(store, invoice.id))[0];
  return { invoice, receipt, state };
}

test("a payment goes from unknown to seen to paid, as the chain does", async () => {
  const desk = await openPaymentSetup(NOW_MS);
  const { receipt, state } = await claimed(desk);
  const worker = desk.startWorker("a");
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
  const desk = await openPaymentSetup(NOW_MS);
  const { receipt } = await claimed(desk);
  const worker = desk.startWorker("a");
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
    const timeoutMs = mood === "hangs" ? 1_000 : 30_000;
    const desk = await openPaymentSetup(NOW_MS, { timeoutMs });
    const { receipt, state } = await claimed(desk);
    const worker = desk.startWorker("a");
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
  const desk = await openPaymentSetup(NOW_MS);
  const { state } = await claimed(desk);
  const worker = desk.startWorker("a");
  desk.clock.nowMs += DAY_MS;
  await worker.work();
  expect(await state()).toMatchObject({ state: "waiting" });
  // The chain has to have come that far as well, which it is asked each minute.
  for (let look = 0; look < 3; look++) {
    desk.clock.nowMs += 75_000;
    await worker.work();
  }
  expect(await state()).toMatchObject({ state: "rejected", reason: "not_found" });
});

test("a node that is back and still behind gives up nothing that it cannot know yet", async () => {
  const desk = await openPaymentSetup(NOW_MS);
  const { receipt, state } = await claimed(desk);
  const worker = desk.startWorker("a");
  // It was away for two days, and has come as far as an hour after the payment was named.
  desk.clock.nowMs += 2 * DAY_MS;
  desk.node.chain.solidMs = () => NOW_MS + 3_600_000;
  await worker.work();
  expect(await state()).toMatchObject({ state: "waiting" });
  expect(desk.log.join()).toMatch(/payment node .*"state":"behind"/);
  desk.node.chain.solidMs = () => desk.clock.nowMs - 60_000;
  desk.node.put(HASH, receipt);
  desk.clock.nowMs += 60_000;
  await worker.work();
  expect(await state()).toMatchObject({ state: "paid" });
});

test("one that was seen is not unseen by a fork or a fault", async () => {
  const desk = await openPaymentSetup(NOW_MS);
  const { receipt, state } = await claimed(desk);
  const worker = desk.startWorker("a");
  desk.node.put(HASH, receipt, "head");
  await worker.work();
  desk.node.mood = 500;
  desk.clock.nowMs += 60_000;
  await worker.work();
  expect(await state()).toMatchObject({ state: "seen" });
});

test("a transaction that several invoices name is looked up once", async () => {
  const desk = await openPaymentSetup(NOW_MS);
  const { receipt } = await claimed(desk);
  const other = await anInvoice(desk.store, "eve", NOW_MS);
  await aClaim(desk.store, other, HASH, NOW_MS);
  desk.node.put(HASH, receipt);
  await desk.startWorker("a").work();
  expect(desk.node.asked).toHaveLength(1);
  // Which of the two comes first is open; the stranger gets nothing either way.
  expect((await claimsOf(desk.store, other.id))[0]).toMatchObject({
    state: "rejected",
    reason: expect.stringMatching(/^(other_invoice|duplicate_hash)$/),
  });
});

describe("of two processes", () => {
  test("one works, the other waits until the first stops", async () => {
    const desk = await openPaymentSetup(NOW_MS);
    const { state } = await claimed(desk);
    const [first, second] = [desk.startWorker("a"), desk.startWorker("b")];
    await first.work();
    desk.clock.nowMs += 3_000;
    await second.work();
    expect(await state()).toMatchObject({ looks: 1 });
    await first.stop();
    await second.work();
    expect(await state()).toMatchObject({ looks: 2 });
  });

  // A lease of a minute let payments stand still for as long after kill -9.
  test("the other takes over five seconds after the first was killed", async () => {
    const desk = await openPaymentSetup(NOW_MS);
    const { receipt, state } = await claimed(desk);
    await desk.startWorker("a").work();
    desk.node.put(HASH, receipt);
    const second = desk.startWorker("b");
    desk.clock.nowMs += 4_999;
    await second.work();
    expect(await state()).toMatchObject({ state: "waiting" });
    desk.clock.nowMs += 1;
    await second.work();
    expect(await state()).toMatchObject({ state: "paid" });
  });

  test("the first keeps the work while a look-up hangs, as long as it lives", async () => {
    const desk = await openPaymentSetup(NOW_MS, { timeoutMs: 600_000 });
    await claimed(desk);
    desk.node.hanging.add(HASH);
    const first = desk.startWorker("a");
    const hung = first.work();
    await eventually(() => desk.node.asked.length === 1);
    const other = await anInvoice(desk.store, "ben", NOW_MS);
    desk.clock.nowMs += 4_000;
    void first.work();
    await eventually(async () => (await leaseEnd(desk)) === NOW_MS + 9_000);
    desk.clock.nowMs += 4_000;
    await aClaim(desk.store, other, hashOf(2), NOW_MS);
    await desk.startWorker("b").work();
    expect(desk.node.asked.join()).not.toContain(hashOf(2));
    await first.stop();
    await hung;
  });
});

async function leaseEnd({ store }: PaymentSetup): Promise<number | undefined> {
  const lease = await store.db.selectFrom("lease").select("ends_at").executeTakeFirst();
  return lease?.ends_at;
}

test("a store that fails is told of, and the work goes on after that", async () => {
  const desk = await openPaymentSetup(NOW_MS);
  const { receipt, state } = await claimed(desk);
  desk.node.put(HASH, receipt);
  const worker = desk.startWorker("a");
  await desk.store.db.schema.alterTable("payment").renameTo("gone").execute();
  await worker.work();
  expect(desk.log.join()).toContain("payment unsettled");
  expect(await state()).toMatchObject({ state: "waiting" });
  // Nothing of what goes before the payment was done, either.
  const terms = () => desk.store.db.selectFrom("subscription").select("ends_at").execute();
  expect(await terms()).toEqual([]);
  await desk.store.db.schema.alterTable("gone").renameTo("payment").execute();
  desk.clock.nowMs += 3_000;
  await worker.work();
  expect(await state()).toMatchObject({ state: "paid" });
  expect(await terms()).toEqual([{ ends_at: desk.clock.nowMs + 30 * DAY_MS }]);
});
