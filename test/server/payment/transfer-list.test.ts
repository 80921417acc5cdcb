import { describe, expect, test } from "vitest";
import { engines } from "../../support/engines.ts";
import { openPaymentSetup } from "../../support/payment-setup.ts";
import type { PaymentSetup } from "../../support/payment-setup.ts";
import { anInvoice, hashOf } from "../../support/payments.ts";
import { listEntry, OTHER_RECEIVER, RECEIVER, receiptOf } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const HASH = hashOf(1);

async function outcome({ store }: PaymentSetup) {
  const credited = await store.db
    .selectFrom("payment")
    .innerJoin("transfer", "transfer.id", "payment.transfer_id")
    .select("tx_hash")
    .execute();
  const unmatched = await store.db
    .selectFrom("transfer")
    .select(["tx_hash", "reason"])
    .where("state", "=", "review")
    .execute();
  return {
    credited: credited.map((row) => row.tx_hash),
    unmatched: unmatched.map((row) => `${row.tx_hash} ${row.reason}`),
  };
}

/** Works until everything due at this time is done. */
async function workFor(setup: PaymentSetup, watch: { work(): Promise<void> }, turns = 1) {
  for (let turn = 0; turn < turns; turn++) {
    setup.clock.nowMs += 3_000;
    await watch.work();
  }
}

describe.each(engines)("on $name", (engine) => {
  test("transfers during an outage are found afterwards", async () => {
    const setup = await openPaymentSetup(NOW_MS, { place: await engine.place() });
    const watch = setup.startWorker("a");
    await watch.work();
    const invoice = await anInvoice(setup.store, "ann", NOW_MS);
    for (let number = 0; number < 450; number++) {
      const transfer = { to: RECEIVER, amount: 10_000 + number };
      setup.node.listed.push(listEntry(hashOf(1_000 + number), NOW_MS + number * 1_000, transfer));
    }
    setup.node.arrive(HASH, NOW_MS + 500_000, [{ to: RECEIVER, amount: invoice.amount }]);
    await watch.stop();
    setup.clock.nowMs += 20 * 3_600_000;
    await setup.startWorker("b").work();
    expect(await outcome(setup)).toEqual({ credited: [HASH], unmatched: [] });
    // Only the payment was looked up.
    expect(setup.node.asked).toHaveLength(1);
  });
});

describe("a node's transfer list", () => {
  async function listedButNot(
    receipt: (amount: number) => Record<string, unknown>,
  ): Promise<PaymentSetup> {
    const setup = await openPaymentSetup(NOW_MS);
    const invoice = await anInvoice(setup.store, "ann", NOW_MS);
    const transfer = { to: RECEIVER, amount: invoice.amount };
    setup.node.listed.push(listEntry(HASH, NOW_MS + 1_000, transfer));
    setup.node.put(HASH, receipt(invoice.amount));
    await setup.startWorker("a").work();
    return setup;
  }
  const FAKE = OTHER_RECEIVER;

  test.each<[string, (amount: number) => Record<string, unknown>, string[]]>([
    ["a transaction that no node knows", () => ({}), []],
    ["a payment to a stranger", (amount) => receiptOf(HASH, NOW_MS, [{ to: FAKE, amount }]), []],
    [
      "another transaction's receipt",
      (amount) => receiptOf(hashOf(2), NOW_MS, [{ to: RECEIVER, amount }]),
      [],
    ],
    [
      "a smaller amount than listed",
      (amount) => receiptOf(HASH, NOW_MS, [{ to: RECEIVER, amount: amount - 1 }]),
      [`${HASH} no_invoice`],
    ],
  ])("a listed transfer credits nothing for %s", async (_, receipt, unmatched) => {
    expect(await outcome(await listedButNot(receipt))).toEqual({ credited: [], unmatched });
  });
});

// A node with an endless list filled the store with a thousand rows a second, each of which cost it nothing.
test("a payment at the end of a very long list is eventually found", async () => {
  let [listed, isEnding] = [0, false];
  const setup = await openPaymentSetup(NOW_MS, {
    changed: (node) => ({
      ...node,
      async list(query) {
        const rest = await node.list({ ...query, fingerprint: null });
        const dust = Array.from({ length: 200 }, () => ({
          hash: hashOf(10 + listed++),
          blockTimeMs: NOW_MS,
          amount: 1n,
        }));
        return isEnding ? rest : { transfers: dust, next: "more" };
      },
    }),
  });
  const watch = setup.startWorker("a");
  await workFor(setup, watch, 60);
  // A hundred pages at first, and five a minute.
  expect(listed / 200).toBeLessThanOrEqual(100 + 3 * 5);
  const invoice = await anInvoice(setup.store, "ann", setup.clock.nowMs);
  setup.node.arrive(HASH, setup.clock.nowMs, [{ to: RECEIVER, amount: invoice.amount }]);
  isEnding = true;
  await workFor(setup, watch, 10);
  expect((await outcome(setup)).credited).toEqual([HASH]);
});
