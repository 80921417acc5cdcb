import { describe, expect, test } from "vitest";
import { KeyError } from "../../../server/access/refusal.ts";
import { decideClaim } from "../../../server/payment/decide.ts";
import { assign, dismiss, listReview } from "../../../server/payment/review.ts";
import type { Store } from "../../../server/store/store.ts";
import { aClaim, anInvoice, aReceipt, hashOf, vault } from "../../support/payments.ts";
import { engines } from "../../support/engines.ts";
import { tempStore } from "../../support/temp-store.ts";
import { RECEIVER } from "../../support/tron-node.ts";

describe.each(engines)("$name", (engine) => {
  const NOW_MS = Date.UTC(2026, 6, 1);
  const DAY_MS = 86_400_000;

  /** An account that paid a USDT too little, which its exchange kept. */
  async function shortPayment(accountId = "ann") {
    const { store } = await tempStore(await engine.place());
    const invoice = await anInvoice(store, accountId, NOW_MS);
    const claim = await aClaim(store, invoice, hashOf(1), NOW_MS);
    const amount = invoice.amount - 1_000_000;
    const receipt = aReceipt(hashOf(1), NOW_MS + 1_000, [{ to: RECEIVER, amount }]);
    await decideClaim(store, vault, claim, receipt, NOW_MS + 2_000);
    return { store, invoice, claim, amount };
  }

  const payments = (store: Store) => store.db.selectFrom("payment").selectAll().execute();

  test("a payment that does not fit is listed with what was paid and what was asked", async () => {
    const { store, invoice, claim, amount } = await shortPayment();
    expect(await listReview(store)).toMatchObject([
      {
        claimId: claim.id,
        reason: "amount_mismatch",
        email: "ann@operator.example",
        paid: BigInt(amount),
        asked: invoice.amount,
        paidAtMs: NOW_MS + 1_000,
      },
    ]);
  });

  describe("assigned by a person it", () => {
    test.each([
      ["buys what the plan gives", undefined, 30],
      ["or the days that are said", 12, 12],
    ])("%s", async (_, days, bought) => {
      const { store, claim, amount } = await shortPayment();
      await assign(store, vault, claim.id, days, NOW_MS + DAY_MS);
      expect(await payments(store)).toMatchObject([
        { amount, credited_by: "person", ends_at: NOW_MS + (1 + bought) * DAY_MS },
      ]);
      expect(await listReview(store)).toEqual([]);
    });

    test("cannot be assigned twice, not even by two at once", async () => {
      const { store, claim } = await shortPayment();
      const twice = await Promise.allSettled(
        [1, 2].map(() => assign(store, vault, claim.id, undefined, NOW_MS)),
      );
      expect(twice.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      await expect(assign(store, vault, claim.id, undefined, NOW_MS)).rejects.toThrow(KeyError);
      expect(await payments(store)).toHaveLength(1);
    });

    test("is refused when another claim was given the same transfer", async () => {
      const { store, claim, amount } = await shortPayment();
      const other = await anInvoice(store, "ben", NOW_MS);
      const second = await aClaim(store, other, hashOf(1), NOW_MS);
      const receipt = aReceipt(hashOf(1), NOW_MS + 1_000, [{ to: RECEIVER, amount }]);
      await decideClaim(store, vault, second, receipt, NOW_MS + 2_000);
      await assign(store, vault, claim.id, undefined, NOW_MS);
      await expect(assign(store, vault, second.id, undefined, NOW_MS)).rejects.toThrow(/already/);
      expect(await listReview(store)).toHaveLength(1);
    });

    test("is refused when the account is gone, and stays in the list", async () => {
      const { store, claim } = await shortPayment();
      await store.db.deleteFrom("account_user").execute();
      await expect(assign(store, vault, claim.id, undefined, NOW_MS)).rejects.toThrow(/deleted/);
      expect(await listReview(store)).toMatchObject([{ email: null }]);
    });
  });

  test("dismissed, it is over and nothing is credited", async () => {
    const { store, claim } = await shortPayment();
    await dismiss(store, claim.id, NOW_MS);
    expect(await listReview(store)).toEqual([]);
    expect(await payments(store)).toEqual([]);
    await expect(dismiss(store, claim.id, NOW_MS)).rejects.toThrow(KeyError);
    await expect(assign(store, vault, "clm_nobody", undefined, NOW_MS)).rejects.toThrow(KeyError);
  });
});
