import { expect, test } from "vitest";
import { parseUsdt } from "../../../server/payment/usdt.ts";
import type { InvoiceData } from "../../../src/account/billing-data.ts";
import { pays, putBalance } from "../../support/payments.ts";
import { startService, withStoreOf } from "../../support/service.ts";
import { SELLING } from "../../support/tron-node.ts";
import { signedInVisitor } from "../../support/visitor.ts";

const PLANS = "/account/plans/";
const MONTH_MS = 30 * 86_400_000;

async function customer() {
  const service = await startService({ env: SELLING });
  const ann = await signedInVisitor(service);
  const { clock, dataDir } = service;
  return {
    ann,
    clock,
    offer: async () => (await ann.see("plans", PLANS)).data.plans[0],
    order: async () => (await ann.send("invoice", PLANS, { plan: "30 days" })).data,
    invoice: async (id: string) => (await ann.see("invoice", `/account/invoice/?id=${id}`)).data,
    pay: (id: string) => withStoreOf(dataDir, (store) => pays(store, id, 1, clock.nowMs)),
    keep: (amount: number) =>
      withStoreOf(dataDir, (store) => putBalance(store, amount, clock.nowMs)),
  };
}

/** The sum of an invoice's amounts, in millionths of a USDT. */
const sumOf = ({ amount, less, fromBalance }: InvoiceData) =>
  [amount, less, fromBalance].reduce((sum, part) => sum + (parseUsdt(part ?? "") ?? 0), 0);

test("a payment buys the term that the page shows", async () => {
  const { clock, order, pay, invoice } = await customer();
  const first = { startsAtMs: clock.nowMs, endsAtMs: clock.nowMs + MONTH_MS, isNext: false };
  const ordered = await order();
  expect(ordered).toMatchObject({ price: "49.00", fromBalance: null, term: first });
  expect(sumOf(ordered)).toBe(49_000_000);
  expect(parseUsdt(ordered.less ?? "")).toBeLessThan(10_000);

  await pay(ordered.id);
  const { startsAtMs, endsAtMs } = first;
  expect((await invoice(ordered.id)).receipt).toMatchObject({ startsAtMs, endsAtMs });
  // A renewal before the end begins there, and one after it begins at once.
  const next = { startsAtMs: endsAtMs, endsAtMs: endsAtMs + MONTH_MS, isNext: true };
  expect((await order()).term).toEqual(next);
  clock.nowMs = endsAtMs + 60_000;
  expect((await order()).term.startsAtMs).toBe(clock.nowMs);
});

test("an invoice asks only for what the balance does not cover", async () => {
  const { offer, order, keep } = await customer();
  await keep(10_000_000);
  const ordered = await order();
  expect(ordered).toMatchObject({ price: "49.00", fromBalance: "10.00" });
  expect(sumOf(ordered)).toBe(49_000_000);
  // A cent is left to be paid.
  await keep(38_995_000);
  expect((await order()).fromBalance).toBe("48.99");
  expect(sumOf(await order())).toBe(49_000_000);
  await keep(5_000);
  expect((await offer())?.isCovered).toBe(true);
});
