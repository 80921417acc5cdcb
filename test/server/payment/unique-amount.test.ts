import { expect, test } from "vitest";
import { openInvoice } from "../../../server/payment/invoices.ts";
import type { Invoice } from "../../../server/payment/invoices.ts";
import { serialized } from "../../../server/store/serialized.ts";
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

/* Beyond 2,300 invoices in 30 days, new amounts that were cut to four decimals equalled a stranger's. */
test("a payment without its last digits is never credited to a stranger, even among thousands of unpaid invoices", async () => {
  const { store } = await tempStore();
  const invoices: Invoice[] = [];
  const refusals = new Set<string>();
  for (let number = 0; number < 2_310; number++) {
    const nowMs = NOW_MS + number * 18 * 60_000;
    const accountId = await anAccount(store, `shop-${number % 300}`);
    const input = { accountId, plan: MONTH, terms: TERMS };
    const invoice = await serialized(store, (within) =>
      openInvoice(within, input, nowMs, (max) => 1 + ((number * 7_919) % max)),
    );
    if (typeof invoice === "string") {
      refusals.add(invoice);
      continue;
    }
    invoices.push(invoice);
  }
  expect(invoices).toHaveLength(2_300);
  expect([...refusals]).toEqual(["none_free"]);
  const endings = new Set(invoices.map(({ amount }) => amount % 10_000));
  expect(endings.size).toBe(2_300);
  expect(invoices.every(({ price, amount }) => price > amount && price - amount < 10_000)).toBe(
    true,
  );
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
  const firstClosesMs = invoices[0]?.closes_at ?? 0;
  // No payment of the first invoice is credited automatically any more, so its amount is free.
  await expect(anInvoice(store, "ben", firstClosesMs + 30 * DAY_MS)).rejects.toThrow("none_free");
  await anInvoice(store, "ben", firstClosesMs + 32 * DAY_MS);
});
