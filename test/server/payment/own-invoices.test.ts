import { describe, expect, test } from "vitest";
import { balanceOf } from "../../../server/payment/balance.ts";
import { cancelInvoice, findInvoice } from "../../../server/payment/invoices.ts";
import { engines } from "../../support/engines.ts";
import {
  aClaim,
  anInvoice,
  aReceipt,
  decided,
  hashOf,
  TERMS,
} from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";
import { OTHER_RECEIVER, RECEIVER } from "../../support/tron-node.ts";

describe.each(engines)("$name", (engine) => {
  const NOW_MS = Date.UTC(2026, 6, 1);
  const HOUR_MS = 3_600_000;
  const YEAR = { name: "Year", days: 365, price: 449_000_000 };

  /** Two invoices of one account, at two addresses. */
  async function twoInvoices() {
    const { store } = await tempStore(await engine.place());
    const month = await anInvoice(store, "ann", NOW_MS);
    const terms = { ...TERMS, addresses: [OTHER_RECEIVER] };
    const year = await anInvoice(store, "ann", NOW_MS, { plan: YEAR, terms });
    const byName = { month, year };
    async function pay(of: "month" | "year", named: "month" | "year", number = 1, atMs = NOW_MS) {
      const claim = await aClaim(store, byName[named], hashOf(number), NOW_MS);
      const { amount, address } = byName[of];
      const receipt = aReceipt(hashOf(number), atMs, [{ to: address, amount }]);
      const { state, reason } = await decided(store, claim, receipt, NOW_MS);
      return [state, reason];
    }
    const states = async () => {
      const found = [month, year].map(({ id }) => findInvoice(store, "ann", id));
      return (await Promise.all(found)).map((invoice) => invoice?.state);
    };
    const credited = () => store.db.selectFrom("payment").select(["plan", "days"]).execute();
    return { store, month, year, pay, states, credited };
  }

  test("a payment that was named for another invoice of its payer pays the one it matches", async () => {
    const { pay, states, credited } = await twoInvoices();
    expect(await pay("year", "month")).toEqual(["paid", "own_invoice"]);
    expect(await states()).toEqual(["open", "paid"]);
    expect(await credited()).toEqual([{ plan: "Year", days: 365 }]);
    // Named once more, for the right one, it is no second payment.
    expect(await pay("year", "year")).toEqual(["paid", "own_invoice"]);
    expect(await credited()).toHaveLength(1);
  });

  test.each<["month" | "year", "month" | "year"]>([
    ["month", "month"],
    ["month", "year"],
  ])(
    "a second payment of the invoice for a %s, named for the %s, is in the balance",
    async (of, named) => {
      const { store, month, pay, states, credited } = await twoInvoices();
      expect(await pay(of, of)).toEqual(["paid", null]);
      expect(await pay(of, named, 2)).toEqual(["paid", "twice"]);
      expect(await balanceOf(store.db, "ann")).toBe(month.amount);
      expect(await states()).toEqual(["paid", "open"]);
      expect(await credited()).toHaveLength(1);
    },
  );

  test("one that comes days late pays its own, whichever invoice it was claimed for", async () => {
    const { pay } = await twoInvoices();
    const lateMs = NOW_MS + 72 * HOUR_MS;
    expect(await pay("month", "year", 1, lateMs)).toEqual(["paid", "own_invoice"]);
  });

  test("one that was sent before its invoice was cancelled pays it", async () => {
    const { store, month, pay, states } = await twoInvoices();
    await cancelInvoice(store, "ann", month.id, NOW_MS);
    expect(await pay("month", "year")).toEqual(["paid", "own_invoice"]);
    expect(await states()).toEqual(["paid", "open"]);
  });

  test("one of two that match the same invoice buys its plan, the other is in the balance", async () => {
    const { store, month } = await twoInvoices();
    const { amount } = month;
    const twice = [1, 2].map((number) =>
      aReceipt(hashOf(number), NOW_MS, [{ to: RECEIVER, amount }]),
    );
    const claims = [
      await aClaim(store, month, hashOf(1), NOW_MS),
      await aClaim(store, month, hashOf(2), NOW_MS),
    ];
    const decisions = await Promise.all(
      claims.map((claim, index) => {
        const receipt = twice[index] ?? aReceipt("", 0, []);
        return decided(store, claim, receipt, NOW_MS);
      }),
    );
    expect(decisions.map(({ reason }) => reason)).toEqual(expect.arrayContaining([null, "twice"]));
  });
});
