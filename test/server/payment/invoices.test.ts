import { describe, expect, test } from "vitest";
import { openInvoice } from "../../../server/payment/invoices.ts";
import { serialized } from "../../../server/store/serialized.ts";
import { engines } from "../../support/engines.ts";
import { anAccount, anInvoice, MONTH, TERMS } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";

describe.each(engines)("on $name", (engine) => {
  const NOW_MS = Date.UTC(2026, 6, 1);
  const HOUR_MS = 3_600_000;

  async function open() {
    return (await tempStore(await engine.place())).store;
  }

  describe("invoice amounts", () => {
    test("twenty simultaneous orders get different amounts", async () => {
      const store = await open();
      const invoices = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          anInvoice(store, `operator${index}`, NOW_MS, { draw: () => 1 }),
        ),
      );
      expect(new Set(invoices.map(({ amount }) => amount)).size).toBe(20);
    });

    test("an amount stays reserved for 31 days after its invoice closes", async () => {
      const store = await open();
      const draw = () => 1;
      const first = await anInvoice(store, "ann", NOW_MS, { draw });
      const soonMs = first.closes_at + 31 * 24 * HOUR_MS - 1;
      const soon = await anInvoice(store, "ben", soonMs, { draw });
      expect(soon.amount).not.toBe(first.amount);
      const later = await anInvoice(store, "cat", soonMs + 1, { draw });
      expect(later.amount).toBe(first.amount);
    });
  });

  describe("an account that opens many invoices", () => {
    test("choosing one plan after another uses up at most ten amounts per account a day", async () => {
      const store = await open();
      for (let number = 0; number < 10; number++) {
        const plan = { ...MONTH, name: `Plan ${number % 2}` };
        await anInvoice(store, "eve", NOW_MS + number, { plan });
      }
      await expect(anInvoice(store, "eve", NOW_MS + HOUR_MS)).rejects.toThrow("too_many_today");
      await anInvoice(store, "eve", NOW_MS + 27 * HOUR_MS);
    });

    /* Eight accounts could use up all amounts of an address, ten a day each, as each stays reserved for a month. */
    test("an account reserves at most ten amounts with unpaid invoices", async () => {
      const store = await open();
      const network = "192.0.2.7";
      const amounts = new Set<number>();
      let nowMs = NOW_MS;
      const orderAll = async (accountId: string) => {
        const made = [];
        for (let number = 0; number < 12; number++) {
          nowMs += 3 * HOUR_MS;
          await anAccount(store, accountId);
          const input = { accountId, plan: MONTH, terms: TERMS, network };
          const invoice = await serialized(store, (within) => openInvoice(within, input, nowMs));
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
      expect(
        await serialized(store, (within) => openInvoice(within, elsewhere, nowMs)),
      ).toMatchObject({ state: "open" });
    });
  });
});
