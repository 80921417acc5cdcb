import { describe, expect, test } from "vitest";
import { openInvoice } from "../../../server/payment/invoices.ts";
import type { Invoice } from "../../../server/payment/invoices.ts";
import { uniqueAmount } from "../../../server/payment/unique-amount.ts";
import { serialized } from "../../../server/store/serialized.ts";
import type { Store } from "../../../server/store/store.ts";
import { engines } from "../../support/engines.ts";
import {
  aClaim,
  anAccount,
  anInvoice,
  aReceipt,
  decided,
  hashOf,
  MONTH,
  TERMS,
} from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";
import { RECEIVER } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;
const PLACE = { contract: TERMS.contract, address: RECEIVER };

/** Draws amounts for as many invoices of the same price, each after the other. */
async function draw(store: Store, count: number, total = MONTH.price): Promise<number[]> {
  const model = await anInvoice(store, "ann", NOW_MS);
  await store.db.deleteFrom("invoice").execute();
  const amounts: number[] = [];
  await serialized(store, async (transaction) => {
    for (let number = 0; number < count; number++) {
      const pick = (max: number) => 1 + ((number * 7) % max);
      const amount = await uniqueAmount(transaction, PLACE, total, NOW_MS, pick);
      if (amount === undefined) {
        return;
      }
      amounts.push(amount);
      const values = { ...model, id: `inv_${number}`, amount };
      await transaction.insertInto("invoice").values(values).execute();
    }
  });
  return amounts;
}

describe.each(engines)("$name", (engine) => {
  test("amounts are unique, and so is what they have below a cent, which is all that is let off", async () => {
    const { store } = await tempStore(await engine.place());
    const amounts = await draw(store, 150);
    expect(amounts).toHaveLength(150);
    expect(new Set(amounts.map((amount) => amount % 10_000)).size).toBe(150);
    expect(amounts.every((amount) => amount < MONTH.price)).toBe(true);
    expect(amounts.every((amount) => amount > MONTH.price - 10_000)).toBe(true);
  });
});

test("what a form rounds to fewer decimals is nobody else's amount", async () => {
  const { store } = await tempStore();
  const amounts = await draw(store, 400);
  const endings = new Set(amounts.map((amount) => amount % 10_000));
  for (const amount of amounts) {
    for (const step of [10, 100, 1_000, 10_000]) {
      for (const rounded of [Math.floor(amount / step) * step, Math.round(amount / step) * step]) {
        expect(rounded === amount || !endings.has(rounded % 10_000)).toBe(true);
      }
    }
  }
});

/* Beyond 2,300 invoices in 30 days amounts were drawn that, cut to four decimals, were a stranger's. */
test("thousands of unpaid invoices never bring a payment that was cut to a stranger", async () => {
  const { store } = await tempStore();
  const invoices: Invoice[] = [];
  const refusals = new Set<string>();
  for (let number = 0; number < 2_310; number++) {
    const nowMs = NOW_MS + number * 18 * 60_000;
    const accountId = await anAccount(store, `shop-${number % 300}`);
    const order = { accountId, plan: MONTH, terms: TERMS };
    const invoice = await openInvoice(store, order, nowMs, (max) => 1 + ((number * 7_919) % max));
    if (typeof invoice === "string") {
      refusals.add(invoice);
      continue;
    }
    invoices.push(invoice);
  }
  expect(invoices).toHaveLength(2_300);
  expect([...refusals]).toEqual(["none_free"]);
  const endings = new Set(invoices.map(({ amount }) => amount % 10_000));
  const cutOf = ({ amount }: Invoice) =>
    [10, 100, 1_000, 10_000].flatMap((step) => [
      Math.floor(amount / step) * step,
      Math.round(amount / step) * step,
    ]);
  const isOthers = (invoice: Invoice) =>
    cutOf(invoice).some((cut) => cut !== invoice.amount && endings.has(cut % 10_000));
  expect(invoices.filter(isOthers)).toHaveLength(0);
  for (const [number, invoice] of invoices.slice(-12).entries()) {
    const sums = cutOf(invoice);
    const amount = sums[number % sums.length] ?? 0;
    const receipt = aReceipt(hashOf(number), invoice.created_at + 60_000, [
      { to: RECEIVER, amount },
    ]);
    const claim = await aClaim(store, invoice, receipt.hash, receipt.blockTimeMs);
    const { state } = await decided(store, claim, receipt, receipt.blockTimeMs);
    expect([amount, state]).toEqual([amount, "review"]);
  }
  const order = { accountId: "ben", plan: MONTH, terms: TERMS };
  const firstClosesMs = invoices[0]?.closes_at ?? 0;
  // No payment of the first is credited by itself any more, so its amount is free.
  expect(await openInvoice(store, order, firstClosesMs + 30 * DAY_MS)).toBe("none_free");
  expect(await openInvoice(store, order, firstClosesMs + 32 * DAY_MS)).toMatchObject({
    state: "open",
  });
});
