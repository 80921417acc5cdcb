import { describe, expect, test } from "vitest";
import { readProgress } from "../../../server/account/pages/invoice.ts";
import { listClaims } from "../../../server/payment/claims.ts";
import { findInvoice } from "../../../server/payment/invoices.ts";
import type { Invoice } from "../../../server/payment/invoices.ts";
import { engines, sqlite } from "../../support/engines.ts";
import { openPaymentSetup } from "../../support/payment-setup.ts";
import type { PaymentSetup } from "../../support/payment-setup.ts";
import { aClaim, anInvoice, hashOf } from "../../support/payments.ts";
import { BLOCK, RECEIVER, receiptOf } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const HASH = hashOf(1);

async function progressOn({ store, clock }: PaymentSetup, { account_id: account, id }: Invoice) {
  const invoice = await findInvoice(store, account, id);
  if (invoice === undefined) {
    throw new Error("The invoice is gone.");
  }
  return readProgress(store.db, invoice, await listClaims(store, id), clock.nowMs);
}

async function credits({ store }: PaymentSetup): Promise<number> {
  return (await store.db.selectFrom("payment").select("id").execute()).length;
}

/** An open invoice, and a claimed transfer of its amount. */
async function onItsWay(engine: (typeof engines)[number]) {
  const setup = await openPaymentSetup(NOW_MS, { place: await engine.place() });
  const invoice = await anInvoice(setup.store, "ann", NOW_MS);
  const transfers = [{ to: RECEIVER, amount: invoice.amount }];
  await aClaim(setup.store, invoice, HASH, NOW_MS);
  const job = setup.startWorker("a");
  const look = async (afterMs: number) => {
    setup.clock.nowMs += afterMs;
    await job.work();
    return progressOn(setup, invoice);
  };
  return { setup, node: setup.node, invoice, transfers, look };
}

describe.each(engines)("on $name", (engine) => {
  test("a claimed payment is credited once its block is final", async () => {
    const { setup, node, invoice, transfers, look } = await onItsWay(engine);
    expect(await look(0)).toBeNull();
    node.appear(HASH, NOW_MS + 20_000, transfers);
    node.chain.headNumber = BLOCK + 2;
    const seen = await look(21_000);
    expect(seen).toMatchObject({ step: "block", hash: HASH, block: BLOCK, confirmations: 3 });
    expect(seen).toMatchObject({ isUnderWay: true, seenAtMs: NOW_MS + 21_000, needed: 19 });
    node.chain.headNumber = BLOCK + 9;
    expect(await look(20_000)).toMatchObject({ step: "block", confirmations: 10 });
    expect(await credits(setup)).toBe(0);
    node.arrive(HASH, NOW_MS + 20_000, transfers);
    const creditedAtMs = setup.clock.nowMs + MINUTE_MS;
    expect(await look(MINUTE_MS)).toMatchObject({
      step: "credited",
      isUnderWay: false,
      block: BLOCK,
      confirmations: 19,
      reason: null,
      seenAtMs: NOW_MS + 21_000,
      endedAtMs: creditedAtMs,
      runsUntilMs: creditedAtMs + 30 * DAY_MS,
    });
    expect(await credits(setup)).toBe(1);
    expect(setup.decided).toEqual(["paid"]);
    expect(await findInvoice(setup.store, "ann", invoice.id)).toMatchObject({ state: "paid" });
  });

  test("a claimed payment is not lost when its block is reverted", async () => {
    const { setup, node, transfers, look } = await onItsWay(engine);
    node.appear(HASH, NOW_MS, transfers);
    expect(await look(0)).toMatchObject({ step: "block", confirmations: 1 });
    node.undo(HASH);
    expect(await look(MINUTE_MS)).toMatchObject({
      step: "waiting",
      hash: HASH,
      isUnderWay: true,
      block: null,
      confirmations: null,
    });
    node.put(HASH, receiptOf(HASH, NOW_MS + MINUTE_MS, transfers, BLOCK + 30), "head");
    node.chain.headNumber = BLOCK + 34;
    expect(await look(MINUTE_MS)).toMatchObject({
      step: "block",
      block: BLOCK + 30,
      confirmations: 5,
    });
    // Undone once more: the page shows the block that it was credited from.
    node.arrive(HASH, NOW_MS + MINUTE_MS, transfers, BLOCK + 60);
    expect(await look(MINUTE_MS)).toMatchObject({ step: "credited", block: BLOCK + 60 });
    expect(await credits(setup)).toBe(1);
  });
});

async function seenNews({ store }: PaymentSetup): Promise<(string | null)[]> {
  const entries = store.db
    .selectFrom("audit")
    .where("action", "=", "payment_seen")
    .where("account_id", "=", "ann");
  return (await entries.select("detail").execute()).map(({ detail }) => detail);
}

test("the payer of a claimed payment gets one email about it", async () => {
  const { setup, node, transfers, look } = await onItsWay(sqlite);
  node.appear(HASH, NOW_MS, transfers);
  await look(0);
  expect(await seenNews(setup)).toEqual([JSON.stringify({ hash: HASH })]);
  const others = [setup.startWorker("b")];
  node.undo(HASH);
  await look(MINUTE_MS);
  node.appear(HASH, NOW_MS + MINUTE_MS, transfers);
  for (let turn = 0; turn < 3; turn++) {
    await look(MINUTE_MS);
    await Promise.all(others.map((job) => job.work()));
  }
  expect(await seenNews(setup)).toHaveLength(1);
});

test.each([
  ["a payment of too little as kept", -1_000_000, 0, { step: "kept", reason: "too_little" }],
  ["a payment of too much as credited", 1_000_000, 0, { step: "credited", reason: "too_much" }],
  ["a late payment as credited", 0, 2 * DAY_MS, { step: "credited", reason: null }],
  ["an expired payment in review", 0, 40 * DAY_MS, { step: "review", reason: "invoice_expired" }],
] as const)("the invoice's page shows %s", async (_, more, lateMs, end) => {
  const setup = await openPaymentSetup(NOW_MS);
  const invoice = await anInvoice(setup.store, "ann", NOW_MS);
  const amount = invoice.amount + more;
  setup.clock.nowMs += lateMs;
  setup.node.arrive(HASH, setup.clock.nowMs - MINUTE_MS, [{ to: RECEIVER, amount }]);
  await setup.startWorker("a").work();
  const seenAtMs = setup.clock.nowMs - MINUTE_MS;
  const shownEnd = { ...end, hash: HASH, isUnderWay: false, seenAtMs };
  expect(await progressOn(setup, invoice)).toMatchObject(shownEnd);
});
