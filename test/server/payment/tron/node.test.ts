import { expect, test } from "vitest";
import { listClaims } from "../../../../server/payment/claims.ts";
import { tronNode } from "../../../../server/payment/tron/node.ts";
import { openPaymentSetup } from "../../../support/payment-setup.ts";
import { aClaim, anInvoice, hashOf } from "../../../support/payments.ts";
import { MAINNET, NILE, RECEIVER, receiptOf, startTronNode } from "../../../support/tron-node.ts";
import type { FakeTronNode } from "../../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const HASH = hashOf(1);

async function paidAt(spoil: (node: FakeTronNode) => void) {
  const setup = await openPaymentSetup(NOW_MS);
  const invoice = await anInvoice(setup.store, "ann", NOW_MS);
  await aClaim(setup.store, invoice, HASH, NOW_MS);
  setup.node.put(HASH, receiptOf(HASH, NOW_MS, [{ to: RECEIVER, amount: invoice.amount }]));
  spoil(setup.node);
  const worker = setup.startWorker("a");
  await worker.work();
  const state = async () => (await listClaims(setup.store, invoice.id))[0]?.state;
  return { setup, worker, state };
}

test("a look-up of a final transaction takes one call to the payment node", async () => {
  const hash = "cd".repeat(32);
  const fake = await startTronNode();
  fake.put(hash, receiptOf(hash, 1_790_000_000_000, [{ to: RECEIVER, amount: 30_000_100 }]));
  const response = await tronNode({ url: fake.url, apiKey: "k-1" }).lookUp(hash);
  expect(response).toMatchObject({ kind: "solid", receipt: { hash, outcome: "success" } });
  expect(fake.asked).toEqual([`/walletsolidity/gettransactioninfobyid ${hash}`]);
  expect(fake.keys).toEqual(["k-1"]);
});

// A node of another network returned {} to everything, and nobody noticed until the day was over.
test.each<[string, (node: FakeTronNode) => void, string]>([
  ["of another public network", (node) => (node.chain.genesis = NILE), "other_network"],
  ["of a private network", (node) => (node.chain.genesis = "00"), "other_network"],
  ["of a network without the contract", (node) => (node.chain.hasContract = false), "no_contract"],
])("a payment node %s is not used", async (_, spoil, reported) => {
  const { setup, worker, state } = await paidAt(spoil);
  expect(setup.node.asked).toEqual([]);
  expect(await state()).toBe("waiting");
  expect(setup.reported).toEqual([reported]);
  expect(setup.log.join()).toContain(`payment node {"state":"${reported}"`);
  // Once repaired, it is used within seconds.
  Object.assign(setup.node.chain, { genesis: MAINNET, hasContract: true });
  setup.clock.nowMs += 10_000;
  await worker.work();
  setup.clock.nowMs += 1;
  await worker.work();
  expect(await state()).toBe("paid");
  expect(setup.reported).toEqual([reported, "ok"]);
});

test.each<[string, (node: FakeTronNode) => void, string]>([
  ["five minutes behind", (node) => (node.chain.solidMs = () => NOW_MS - 300_000), "ok"],
  ["more than that behind", (node) => (node.chain.solidMs = () => NOW_MS - 300_001), "behind"],
  ["a minute ahead", (node) => (node.chain.solidMs = () => NOW_MS + 60_000), "ok"],
  ["more than that ahead", (node) => (node.chain.solidMs = () => NOW_MS + 60_001), "ahead"],
])(
  "a node whose newest block is %s is used, and its state is reported",
  async (_, spoil, reported) => {
    const { setup, state } = await paidAt(spoil);
    expect(await state()).toBe("paid");
    expect(setup.reported).toEqual([reported]);
  },
);

test("the payment node is checked every minute", async () => {
  const { setup, worker } = await paidAt(() => {});
  for (let minute = 0; minute < 3; minute++) {
    setup.clock.nowMs += 60_000;
    await worker.work();
    await worker.work();
  }
  expect(setup.reported).toEqual(["ok", "ok", "ok", "ok"]);
  expect(setup.log.filter((line) => line.startsWith("payment node"))).toEqual([
    'payment node {"state":"ok","network":"mainnet","newestBlockAgeSeconds":60}',
  ]);
});
