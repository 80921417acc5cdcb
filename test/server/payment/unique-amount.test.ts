import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openInvoice } from "../../../server/payment/invoices.ts";
import { uniqueAmount } from "../../../server/payment/unique-amount.ts";
import { serialized } from "../../../server/store/serialized.ts";
import type { Store } from "../../../server/store/store.ts";
import { engines } from "../../support/engines.ts";
import { anInvoice, MONTH, TERMS } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";
import { RECEIVER } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
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

test("the first have four decimals, as forms of exchanges take them", async () => {
  const { store } = await tempStore();
  expect((await draw(store, 50)).every((amount) => amount % 100 === 0)).toBe(true);
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

test("when no ending is free up to ten cents are let off, and in the end nothing is sold", async () => {
  const { store } = await tempStore();
  const model = await anInvoice(store, "ann", NOW_MS);
  await store.db.deleteFrom("invoice").execute();
  const fill = async (from: number, to: number) => {
    for (let letOff = from; letOff < to; letOff += 1_000) {
      await store.db
        .insertInto("invoice")
        .values(
          Array.from({ length: Math.min(1_000, to - letOff) }, (_, index) => ({
            ...model,
            id: `inv_${letOff + index}`,
            amount: MONTH.price - letOff - index,
          })),
        )
        .execute();
    }
  };
  await fill(1, 10_000);
  const order = { plan: MONTH, terms: TERMS };
  const wide = await openInvoice(store, { accountId: "ben", ...order }, NOW_MS, (max) => max);
  expect(wide).toMatchObject({ amount: MONTH.price - 99_999 });
  const pressed = await openInvoice(store, { accountId: "cat", ...order }, NOW_MS, () => 1);
  expect(pressed).toBe("too_many");
});

test("of whatever is left to pay, an amount is at most that and not a cent less", async () => {
  const { store } = await tempStore();
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 10_000, max: 2 ** 40 }), async (total) => {
      const pick = (max: number) => 1 + (total % max);
      const amount = await serialized(store, (transaction) =>
        uniqueAmount(transaction, PLACE, total, NOW_MS, pick),
      );
      expect(amount).toBeLessThanOrEqual(total);
      expect(amount).toBeGreaterThan(total - 10_000);
      expect(amount).toBeGreaterThan(0);
    }),
  );
});
