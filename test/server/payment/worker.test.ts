import { describe, expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { claimPayment, openPaymentSetup } from "../../support/payment-setup.ts";
import type { PaymentSetup } from "../../support/payment-setup.ts";
import { aClaim, anInvoice, hashOf } from "../../support/payments.ts";
import type { Mood } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;
const HASH = hashOf(1);

test.each<[string, Mood]>([
  ["limits the rate", 429],
  ["fails", 500],
  ["returns a page", "html"],
  ["never finishes its response", "endless"],
  ["does not respond", "hangs"],
  ["redirects", "redirects"],
])("a payment is delayed, not rejected, while the node %s", async (_, mood) => {
  const timeoutMs = mood === "hangs" ? 1_000 : 30_000;
  const setup = await openPaymentSetup(NOW_MS, { timeoutMs });
  const { arrive, claim } = await claimPayment(setup, "ann", HASH);
  const worker = setup.startWorker("a");
  setup.node.mood = mood;
  arrive();
  // Even after more than a day of it.
  for (const waitedMs of [0, DAY_MS, DAY_MS + 60_000]) {
    setup.clock.nowMs = NOW_MS + waitedMs;
    await worker.work();
    expect(await claim()).toMatchObject({ state: "waiting", reason: null });
  }
  setup.node.mood = "well";
  setup.clock.nowMs += DAY_MS;
  await worker.work();
  expect(await claim()).toMatchObject({ state: "paid" });
});

describe("two payment workers on one database", () => {
  // A lease of a minute once stopped payments for as long after kill -9.
  test("five seconds after a server is killed, another takes over", async () => {
    const setup = await openPaymentSetup(NOW_MS);
    const { arrive, claim } = await claimPayment(setup, "ann", HASH);
    await setup.startWorker("a").work();
    arrive();
    const second = setup.startWorker("b");
    setup.clock.nowMs += 4_999;
    await second.work();
    expect(await claim()).toMatchObject({ state: "waiting" });
    setup.clock.nowMs += 1;
    await second.work();
    expect(await claim()).toMatchObject({ state: "paid" });
  });

  test("a server keeps its lease while a look-up hangs", async () => {
    const setup = await openPaymentSetup(NOW_MS, { timeoutMs: 600_000 });
    await claimPayment(setup, "ann", HASH);
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
  const { arrive, claim } = await claimPayment(setup, "ann", HASH);
  arrive();
  const worker = setup.startWorker("a");
  await setup.store.db.schema.alterTable("payment").renameTo("gone").execute();
  await worker.work();
  expect(setup.log.join()).toContain("payment unsettled");
  expect(await claim()).toMatchObject({ state: "waiting" });
  // The steps before the payment were rolled back too.
  const terms = () => setup.store.db.selectFrom("subscription").select("ends_at").execute();
  expect(await terms()).toEqual([]);
  await setup.store.db.schema.alterTable("gone").renameTo("payment").execute();
  setup.clock.nowMs += 3_000;
  await worker.work();
  expect(await claim()).toMatchObject({ state: "paid" });
  expect(await terms()).toEqual([{ ends_at: setup.clock.nowMs + 30 * DAY_MS }]);
});
