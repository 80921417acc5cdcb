import { expect, test } from "vitest";
/*
 * Attack: a stranger keeps an invoice for the longest plan open, reads on the chain that somebody paid an amount that
 * fits no invoice, and claims that transaction before its payer does. Effect: `assign` credited the invoice's plan, a
 * year for 49 USDT. Defence: a transfer is one case with its sender and all its claims; the owner must name the
 * purchase; and if two accounts claim it, nothing is assigned unless forced.
 */
import { dismiss } from "../../server/payment/review-actions.ts";
import { listReview } from "../../server/payment/review-list.ts";
import { serialized } from "../../server/store/serialized.ts";
import { aClaim, anInvoice, aReceipt, assign, decided, hashOf } from "../support/payments.ts";
import { tempStore } from "../support/temp-store.ts";
import { RECEIVER } from "../support/tron-node.ts";

const YEAR = { name: "365 days", days: 365, price: 449_000_000 };
const DAY_MS = 86_400_000;

/** Ann's exchange deducted its fee, and Eve claimed the transfer first. */
async function misPaid() {
  const { store } = await tempStore();
  const nowMs = Date.now();
  const theirs = await anInvoice(store, "eve", nowMs - 60_000, { plan: YEAR });
  const owned = await anInvoice(store, "ann", nowMs - 60_000);
  const transfers = [{ to: RECEIVER, amount: 48_000_000 }];
  const receipt = aReceipt(hashOf(1), nowMs - 30_000, transfers);
  const [eve, ann] = [
    await aClaim(store, theirs, hashOf(1), nowMs - 20_000),
    await aClaim(store, owned, hashOf(1), nowMs - 10_000),
  ];
  for (const claim of [eve, ann]) {
    await decided(store, claim, receipt, nowMs);
  }
  return { store, eve, ann };
}

test("a payment that two accounts claim is credited only after the owner decides between them", async () => {
  const { store, eve, ann } = await misPaid();
  const credit = (id: string, force = false) => assign(store, { id, force }, Date.now());
  expect(await listReview(store)).toMatchObject([
    {
      paid: "48.00",
      from: expect.stringMatching(/^T\w{33}$/),
      claims: [
        { id: eve.id, email: "eve@operator.example", reason: "amount_mismatch", plan: "365 days" },
        { id: ann.id, email: "ann@operator.example", reason: "amount_mismatch", plan: "30 days" },
      ],
    },
  ]);
  await expect(credit(ann.id)).rejects.toThrow("claimed by eve@operator.example as well");
  expect(await store.db.selectFrom("payment").select("id").execute()).toEqual([]);

  await serialized(store, (within) => dismiss(within, eve.id, Date.now()));
  await credit(ann.id);
  const credited = await store.db.selectFrom("payment").selectAll().execute();
  expect(credited).toMatchObject([{ account_id: "ann", plan: "30 days", days: 30 }]);
  expect((credited[0]?.ends_at ?? 0) - (credited[0]?.starts_at ?? 0)).toBe(30 * DAY_MS);
});
