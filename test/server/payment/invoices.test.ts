import { describe, expect, test } from "vitest";
import { addEntry } from "../../../server/payment/balance.ts";
import {
  cancelInvoice,
  findInvoice,
  liveInvoices,
  openInvoice,
} from "../../../server/payment/invoices.ts";
import { auditOf } from "../../../server/store/audit.ts";
import { serialized } from "../../../server/store/serialized.ts";
import { engines } from "../../support/engines.ts";
import { aClaim, anAccount, anInvoice, hashOf, MONTH, TERMS } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";
import { OTHER_RECEIVER, RECEIVER } from "../../support/tron-node.ts";

describe.each(engines)("$name", (engine) => {
  const NOW_MS = Date.UTC(2026, 6, 1);
  const HOUR_MS = 3_600_000;
  const YEAR = { name: "365 days", days: 365, price: 490_000_000 };
  const WEEK = { name: "Week", days: 7, price: 15_000_000 };

  async function open() {
    return (await tempStore(await engine.place())).store;
  }

  // Who had paid twice was asked for less than nothing, and what they sent was nobody's.
  test("a balance that lacks less than a cent leaves a cent to be asked for", async () => {
    const store = await open();
    const kept = MONTH.price - 4_900;
    const entry = { account_id: "ann", kind: "twice", amount: kept, at: NOW_MS } as const;
    await serialized(store, (within) => addEntry(within, entry));
    const invoice = await anInvoice(store, "ann", NOW_MS);
    expect(invoice.from_balance).toBe(MONTH.price - 10_000);
    expect(invoice.amount).toBeGreaterThan(0);
    expect(invoice.amount).toBeLessThanOrEqual(10_000);
    expect((await anInvoice(store, "ann", NOW_MS)).id).toBe(invoice.id);
  });

  test("an invoice asks for the price but for less than a cent, for two hours and a day of grace", async () => {
    const store = await open();
    const invoice = await anInvoice(store, "ann", NOW_MS);
    expect(invoice).toMatchObject({
      account_id: "ann",
      plan: "30 days",
      days: 30,
      price: MONTH.price,
      address: RECEIVER,
      state: "open",
      expires_at: NOW_MS + 2 * HOUR_MS,
      closes_at: NOW_MS + 26 * HOUR_MS,
    });
    const letOff = MONTH.price - invoice.amount;
    expect(letOff).toBeGreaterThan(0);
    expect(letOff).toBeLessThan(10_000);
    expect(letOff % 100).toBe(0);
  });

  describe("the amount", () => {
    test("may be the same on another address", async () => {
      const store = await open();
      const terms = { ...TERMS, addresses: [RECEIVER, OTHER_RECEIVER] };
      const atFirst = await anInvoice(store, "ann", NOW_MS, { draw: () => 1, terms });
      const draws = [2, 1];
      const draw = () => draws.shift() ?? 0;
      const atSecond = await anInvoice(store, "ben", NOW_MS, { draw, terms });
      expect(atSecond.amount).toBe(atFirst.amount);
      expect([atFirst.address, atSecond.address]).toEqual(terms.addresses);
    });

    test("is unique for twenty orders at once", async () => {
      const store = await open();
      const invoices = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          anInvoice(store, `operator${index}`, NOW_MS, { draw: () => 1 }),
        ),
      );
      expect(new Set(invoices.map(({ amount }) => amount)).size).toBe(20);
    });

    test("rests for 31 days after its invoice closed, since the payment may come 30 days late", async () => {
      const store = await open();
      const draw = () => 1;
      const first = await anInvoice(store, "ann", NOW_MS, { draw });
      const soonMs = first.closes_at + HOUR_MS;
      const soon = await anInvoice(store, "ben", soonMs, { draw });
      expect(soon.amount).not.toBe(first.amount);
      const order = { accountId: "cat", plan: MONTH, terms: TERMS };
      const laterMs = first.closes_at + 31 * 24 * HOUR_MS;
      expect(await openInvoice(store, order, laterMs, draw)).toMatchObject({
        amount: first.amount,
      });
    });
  });

  describe("an account", () => {
    test("gets the same invoice again while it is valid", async () => {
      const store = await open();
      const first = await anInvoice(store, "ann", NOW_MS);
      const again = await anInvoice(store, "ann", NOW_MS + HOUR_MS);
      expect(again.id).toBe(first.id);
      const later = await anInvoice(store, "ann", first.expires_at);
      expect(later.id).not.toBe(first.id);
    });

    test("has at most two that are valid", async () => {
      const store = await open();
      await anInvoice(store, "ann", NOW_MS);
      await anInvoice(store, "ann", NOW_MS, { plan: YEAR });
      const order = { accountId: "ann", plan: WEEK, terms: TERMS };
      expect(await openInvoice(store, order, NOW_MS)).toBe("too_many");
      expect(await liveInvoices(store, "ann", NOW_MS)).toHaveLength(2);
      expect(await openInvoice(store, order, NOW_MS + 2 * HOUR_MS)).toMatchObject({ plan: "Week" });
    });

    // Two plans chosen in a row locked out all others for two hours.
    test("cancels one and gets another plan for it, while its own money counts all the same", async () => {
      const store = await open();
      const first = await anInvoice(store, "ann", NOW_MS, { draw: () => 1 });
      await anInvoice(store, "ann", NOW_MS, { plan: YEAR });
      expect(await cancelInvoice(store, "ben", first.id, NOW_MS)).toBe(false);
      expect(await cancelInvoice(store, "ann", first.id, NOW_MS + 1)).toBe(true);
      expect(await cancelInvoice(store, "ann", first.id, NOW_MS)).toBe(false);
      expect((await auditOf(store, "ann", 1))[0]).toMatchObject({
        action: "invoice_cancelled",
        detail: { plan: "30 days" },
      });
      expect(await anInvoice(store, "ann", NOW_MS, { plan: WEEK })).toMatchObject({ plan: "Week" });
      // Nobody else is asked for the cancelled one's amount.
      const other = await anInvoice(store, "ben", NOW_MS, { draw: () => 1 });
      expect(other.amount).not.toBe(first.amount);
    });

    test("uses up no more than ten amounts a day by choosing and cancelling", async () => {
      const store = await open();
      for (let number = 0; number < 10; number++) {
        const { id } = await anInvoice(store, "eve", NOW_MS + number);
        await cancelInvoice(store, "eve", id, NOW_MS + number);
      }
      const order = { accountId: "eve", plan: MONTH, terms: TERMS };
      expect(await openInvoice(store, order, NOW_MS + HOUR_MS)).toBe("too_many_today");
      expect(await openInvoice(store, order, NOW_MS + 27 * HOUR_MS)).toMatchObject({
        state: "open",
      });
    });

    /* Eight accounts could take all amounts of an address, ten a day each, as each rests for a month. */
    test("keeps ten amounts of unpaid invoices from others, and a network thirty", async () => {
      const store = await open();
      const network = "192.0.2.7";
      const amounts = new Set<number>();
      let nowMs = NOW_MS;
      const orderAll = async (accountId: string) => {
        const made = [];
        for (let number = 0; number < 12; number++) {
          nowMs += 3 * HOUR_MS;
          await anAccount(store, accountId);
          const order = { accountId, plan: MONTH, terms: TERMS, network };
          const invoice = await openInvoice(store, order, nowMs);
          made.push(typeof invoice === "string" ? invoice : "open");
          if (typeof invoice !== "string") {
            amounts.add(invoice.amount);
          }
        }
        return new Set(made);
      };
      for (const [index, account] of ["ann", "ben", "cat"].entries()) {
        expect(await orderAll(account)).toEqual(new Set(["open"]));
        expect(amounts.size).toBe(10 * (index + 1));
      }
      expect(await orderAll("dan")).toEqual(new Set(["too_many_here"]));
      const elsewhere = { accountId: "dan", plan: MONTH, terms: TERMS, network: "192.0.2.8" };
      expect(await openInvoice(store, elsewhere, nowMs)).toMatchObject({ state: "open" });
    });

    test("does not see another's", async () => {
      const store = await open();
      const { id } = await anInvoice(store, "ann", NOW_MS);
      expect(await findInvoice(store, "ann", id)).toMatchObject({ id });
      expect(await findInvoice(store, "ben", id)).toBeUndefined();
      expect(await liveInvoices(store, "ben", NOW_MS)).toEqual([]);
    });
  });

  describe("after its grace an invoice", () => {
    test("is closed when the next one is made", async () => {
      const store = await open();
      const first = await anInvoice(store, "ann", NOW_MS);
      await anInvoice(store, "ben", first.closes_at + 1);
      expect(await findInvoice(store, "ann", first.id)).toMatchObject({ state: "closed" });
    });

    test("stays open while a transaction for it is looked at", async () => {
      const store = await open();
      const first = await anInvoice(store, "ann", NOW_MS);
      await aClaim(store, first, hashOf(1), first.closes_at);
      await anInvoice(store, "ben", first.closes_at + 1);
      expect(await findInvoice(store, "ann", first.id)).toMatchObject({ state: "open" });
    });
  });
});
