import { describe, expect, test } from "vitest";
import { claimsOf } from "../../../../server/payment/claims.ts";
import { openPaymentSetup } from "../../../support/payment-setup.ts";
import { aClaim, anInvoice, hashOf } from "../../../support/payments.ts";
import { MAINNET, NILE, RECEIVER, receiptOf } from "../../../support/tron-node.ts";
import type { FakeTronNode } from "../../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const HASH = hashOf(1);

/** A payment that the node knows as final, and a node that something is wrong with. */
async function paidAt(spoil: (node: FakeTronNode) => void) {
  const desk = await openPaymentSetup(NOW_MS);
  const invoice = await anInvoice(desk.store, "ann", NOW_MS);
  await aClaim(desk.store, invoice, HASH, NOW_MS);
  desk.node.put(HASH, receiptOf(HASH, NOW_MS, [{ to: RECEIVER, amount: invoice.amount }]));
  spoil(desk.node);
  const worker = desk.startWorker("a");
  await worker.work();
  const state = async () => (await claimsOf(desk.store, invoice.id))[0]?.state;
  return { desk, worker, state };
}

// A node of another network answered {} to everything, and nobody was told until the day was over.
describe("nothing is asked, nor believed, of a node that cannot know of our payments, and it is told:", () => {
  test.each<[string, (node: FakeTronNode) => void, string]>([
    ["one of another network", (node) => (node.chain.genesis = NILE), "other_network"],
    ["one of a network of somebody's own", (node) => (node.chain.genesis = "00"), "other_network"],
    ["one without the contract", (node) => (node.chain.hasContract = false), "no_contract"],
  ])("%s", async (_, spoil, told) => {
    const { desk, worker, state } = await paidAt(spoil);
    expect(desk.node.asked).toEqual([]);
    expect(await state()).toBe("waiting");
    expect(desk.told).toEqual([told]);
    expect(desk.log.join()).toContain(`payment node {"state":"${told}"`);
    // Put right, it is seen within seconds.
    Object.assign(desk.node.chain, { genesis: MAINNET, hasContract: true });
    desk.clock.nowMs += 10_000;
    await worker.work();
    desk.clock.nowMs += 1;
    await worker.work();
    expect(await state()).toBe("paid");
    expect(desk.told).toEqual([told, "well"]);
  });
});

describe("a node is believed, and it is told how it stands:", () => {
  test.each<[string, (node: FakeTronNode) => void, string]>([
    ["up to date", () => {}, "well"],
    ["ten minutes behind", (node) => (node.chain.solidMs = () => NOW_MS - 600_000), "behind"],
    ["two minutes ahead", (node) => (node.chain.solidMs = () => NOW_MS + 120_000), "ahead"],
  ])("%s", async (_, spoil, told) => {
    const { desk, state } = await paidAt(spoil);
    expect(await state()).toBe("paid");
    expect(desk.told).toEqual([told]);
  });
});

test("the node is asked again each minute, and what stays as it is is logged once", async () => {
  const { desk, worker } = await paidAt(() => {});
  for (let minute = 0; minute < 3; minute++) {
    desk.clock.nowMs += 60_000;
    await worker.work();
    await worker.work();
  }
  expect(desk.told).toEqual(["well", "well", "well", "well"]);
  expect(desk.log.filter((line) => line.startsWith("payment node"))).toEqual([
    'payment node {"state":"well","network":"mainnet","newestBlockAgeSeconds":60}',
  ]);
});
