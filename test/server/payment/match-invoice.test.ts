/*
 * Money that matches the invoice it was named for is in verdict.test.ts and credit.test.ts; here is what it
 * matches besides. Before, a second payment of one invoice could not be named at all, one that was named
 * for the wrong invoice of its payer was rejected as another amount, and a clock 40 s ahead of the chain
 * made honest payments too old.
 */
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
  MONTH,
  RULES,
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
    expect(await pay("year", "year")).toEqual(["rejected", "duplicate_hash"]);
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

  describe("the chain's time", () => {
    async function paid(atMs: number, clockAheadMs: number, share = 1) {
      const { store } = await tempStore(await engine.place());
      const invoice = await anInvoice(store, "ann", NOW_MS);
      const claim = await aClaim(store, invoice, hashOf(1), NOW_MS);
      const amount = invoice.amount * share;
      const receipt = aReceipt(hashOf(1), atMs, [{ to: RECEIVER, amount }]);
      const rules = { ...RULES, late: "review" } as const;
      const decision = await decided(store, claim, receipt, NOW_MS, { clockAheadMs, rules });
      return [decision.state, decision.reason];
    }

    test.each<[string, number, number, [string, string | null]]>([
      ["a clock 40 s ahead", NOW_MS - 40_000, 0, ["paid", null]],
      ["one ten minutes ahead, as was measured", NOW_MS - 600_000, 600_000, ["paid", null]],
      ["one that stands right", NOW_MS - 600_000, 0, ["review", "too_old"]],
      [
        "one that is days ahead, which nobody believes",
        NOW_MS - 48 * HOUR_MS,
        48 * HOUR_MS,
        ["review", "too_old"],
      ],
      ["one ten minutes behind", NOW_MS + 26 * HOUR_MS + 600_000, -600_000, ["paid", null]],
      ["a grace that is over", NOW_MS + 26 * HOUR_MS + 600_000, 0, ["review", "invoice_expired"]],
    ])("with %s", async (_, atMs, clockAheadMs, decision) => {
      expect(await paid(atMs, clockAheadMs)).toEqual(decision);
    });

    test("lets a payment of another sum of just now wait for a person, and one of long ago be nobody's", async () => {
      expect(await paid(NOW_MS - 40_000, 0, 2)).toEqual(["review", "amount_mismatch"]);
      expect(await paid(NOW_MS - 600_000, 0, 2)).toEqual(["rejected", "too_old"]);
    });
  });

  test("somebody else's late payment is not what a stranger's invoice asked for, either", async () => {
    const { store } = await tempStore(await engine.place());
    const owned = await anInvoice(store, "ann", NOW_MS, { plan: MONTH });
    const thief = await anInvoice(store, "eve", NOW_MS);
    const lateMs = owned.closes_at + HOUR_MS;
    const receipt = aReceipt(hashOf(1), lateMs, [{ to: RECEIVER, amount: owned.amount }]);
    const stolen = await aClaim(store, thief, hashOf(1), lateMs);
    expect(await decided(store, stolen, receipt, lateMs)).toMatchObject({
      state: "rejected",
      reason: "other_invoice",
    });
  });
});
