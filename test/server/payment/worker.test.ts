import { describe, expect, test } from "vitest";
import { listClaims } from "../../../server/payment/claims.ts";
import { eventually } from "../../support/eventually.ts";
import { openPaymentSetup } from "../../support/payment-setup.ts";
import type { PaymentSetup } from "../../support/payment-setup.ts";
import { aClaim, anInvoice, hashOf } from "../../support/payments.ts";
import { RECEIVER, receiptOf } from "../../support/tron-node.ts";
import type { Mood } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;
const HASH = hashOf(1);

async function claimPayment({ store }: PaymentSetup) {
  const invoice = await anInvoice(store, "ann", NOW_MS);
  await aClaim(store, invoice, HASH, NOW_MS);
  const receipt = receiptOf(HASH, NOW_MS + 1_000, [{ to: RECEIVER, amount: invoice.amount }]);
  const state = async () => ({
    ...(await store.db
      .selectFrom("chain_lookup")
      .select(["looks", "next_look_at"])
      .where("tx_hash", "=", HASH)
      .executeTakeFirst()),
    ...(await listClaims(store, invoice.id))[0],
  });
  return { invoice, receipt, state };
}

test.each<[string, Mood]>([
  ["limits the rate", 429],
  ["fails", 500],
  ["returns a page", "html"],
  ["never finishes its answer", "endless"],
  ["does not answer", "hangs"],
  ["redirects", "redirects"],
])("a payment is delayed, not rejected, while the node %s", async (_, mood) => {
  const timeoutMs = mood === "hangs" ? 1_000 : 30_000;
  const setup = await openPaymentSetup(NOW_MS, { timeoutMs });
  const { receipt, state } = await claimPayment(setup);
  const worker = setup.startWorker("a");
  setup.node.mood = mood;
  setup.node.put(HASH, receipt);
  // Even after more than a day of it.
  for (const waitedMs of [0, DAY_MS, DAY_MS + 60_000]) {
    setup.clock.nowMs = NOW_MS + waitedMs;
    await worker.work();
    expect(await state()).toMatchObject({ state: "waiting", reason: null });
  }
  setup.node.mood = "well";
  setup.clock.nowMs += DAY_MS;
  await worker.work();
  expect(await state()).toMatchObject({ state: "paid" });
});

describe("two payment workers on one database", () => {
  // A lease of a minute once stopped payments for as long after kill -9.
  test("five seconds after a server is killed, another takes over", async () => {
    const setup = await openPaymentSetup(NOW_MS);
    const { receipt, state } = await claimPayment(setup);
    await setup.startWorker("a").work();
    setup.node.put(HASH, receipt);
    const second = setup.startWorker("b");
    setup.clock.nowMs += 4_999;
    await second.work();
    expect(await state()).toMatchObject({ state: "waiting" });
    setup.clock.nowMs += 1;
    await second.work();
    expect(await state()).toMatchObject({ state: "paid" });
  });

  test("a server keeps its lease while a look-up hangs", async () => {
    const setup = await openPaymentSetup(NOW_MS, { timeoutMs: 600_000 });
    await claimPayment(setup);
    setup.node.hanging.add(HASH);
    const first = setup.startWorker("a");
    const hung = first.work();
    await eventually(() => setup.node.asked.length === 1);
    const other = await anInvoice(setup.store, "ben", NOW_MS);
    setup.clock.nowMs += 4_000;
    void first.work();
    await eventually(async () => (await leaseOf(setup))?.ends_at === NOW_MS + 9_000);
    setup.clock.nowMs += 4_000;
    await aClaim(setup.store, other, hashOf(2), NOW_MS);
    await setup.startWorker("b").work();
    expect(await leaseOf(setup)).toMatchObject({ holder: "a" });
    await first.stop();
    await hung;
  });
});

async function leaseOf({ store }: PaymentSetup) {
  return store.db.selectFrom("lease").select(["holder", "ends_at"]).executeTakeFirst();
}

test("the payment worker retries after a database error", async () => {
  const setup = await openPaymentSetup(NOW_MS);
  const { receipt, state } = await claimPayment(setup);
  setup.node.put(HASH, receipt);
  const worker = setup.startWorker("a");
  await setup.store.db.schema.alterTable("payment").renameTo("gone").execute();
  await worker.work();
  expect(setup.log.join()).toContain("payment unsettled");
  expect(await state()).toMatchObject({ state: "waiting" });
  // The steps before the payment were rolled back too.
  const terms = () => setup.store.db.selectFrom("subscription").select("ends_at").execute();
  expect(await terms()).toEqual([]);
  await setup.store.db.schema.alterTable("gone").renameTo("payment").execute();
  setup.clock.nowMs += 3_000;
  await worker.work();
  expect(await state()).toMatchObject({ state: "paid" });
  expect(await terms()).toEqual([{ ends_at: setup.clock.nowMs + 30 * DAY_MS }]);
});
