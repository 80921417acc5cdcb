/*
 * Attack: sixteen free accounts claim five made-up transactions each, or one whose look-up hangs. Effect: with a single
 * queue ordered by due time, an honest payment waited 110 s behind 200 claims. Defence: accounts take turns, those
 * without a turn so far first, each with its least looked-up claim; a claim that hangs blocks only its own account.
 */
import { expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { claimPayment, openPaymentSetup } from "../support/payment-setup.ts";
import type { PaymentSetup } from "../support/payment-setup.ts";
import { aClaim, anInvoice, hashOf } from "../support/payments.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const ACCOUNTS = 16;
const HASH = hashOf(0xa11ce);

async function flood({ store }: PaymentSetup, nowMs: number): Promise<void> {
  for (let account = 0; account < ACCOUNTS; account++) {
    const invoice = await anInvoice(store, `eve${account}`, nowMs);
    for (let number = 0; number < 5; number++) {
      await aClaim(store, invoice, hashOf(account * 5 + number), nowMs);
    }
  }
}

/** The transactions in the order of their first look-up after the first `start` requests. */
const askedSince = ({ node }: PaymentSetup, start: number) => [
  ...new Set(node.asked.slice(start).map((question) => question.split(" ")[1])),
];

test("a flood of claims delays an honest payment by at most one look-up per account", async () => {
  const setup = await openPaymentSetup(NOW_MS);
  await flood(setup, NOW_MS);
  setup.clock.nowMs = NOW_MS + 1;
  const { arrive, claim } = await claimPayment(setup, "ann", HASH);
  arrive();
  await setup.startWorker("a").work();
  expect(askedSince(setup, 0).indexOf(HASH)).toBeLessThanOrEqual(ACCOUNTS);
  expect(askedSince(setup, 0)).toHaveLength(5 * ACCOUNTS + 1);
  expect(await claim()).toMatchObject({ state: "paid" });
});

test("a look-up that hangs blocks only its own account", async () => {
  const setup = await openPaymentSetup(NOW_MS, { timeoutMs: 600_000 });
  const invoice = await anInvoice(setup.store, "eve", NOW_MS);
  for (let number = 1; number <= 5; number++) {
    await aClaim(setup.store, invoice, hashOf(number), NOW_MS);
    setup.node.hanging.add(hashOf(number));
  }
  const worker = setup.startWorker("a");
  const hung = worker.work();
  await eventually(() => setup.node.asked.length === 1);
  const { arrive, claim } = await claimPayment(setup, "ann", HASH);
  arrive();
  // The next second begins.
  void worker.work();
  await eventually(async () => (await claim())?.state === "paid");
  expect(setup.node.asked.filter((question) => !question.includes(HASH))).toHaveLength(1);
  // A stopping service does not wait for the hanging look-up either.
  await worker.stop();
  await hung;
});
