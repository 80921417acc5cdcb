import { describe, expect, test } from "vitest";
import { auditOf } from "../../../server/account/audit-log.ts";
import { assign } from "../../../server/payment/assign.ts";
import type { Assignment } from "../../../server/payment/assign.ts";
import { ReviewError } from "../../../server/payment/errors.ts";
import { dismiss, listReview } from "../../../server/payment/review.ts";
import { unassign } from "../../../server/payment/unassign.ts";
import { readRevision } from "../../../server/store/revision.ts";
import type { Store } from "../../../server/store/store.ts";
import { engines } from "../../support/engines.ts";
import {
  aClaim,
  anInvoice,
  aReceipt,
  decided,
  hashOf,
  MONTH,
  vault,
} from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";
import { RECEIVER } from "../../support/tron-node.ts";

describe.each(engines)("$name", (engine) => {
  const NOW_MS = Date.UTC(2026, 6, 1);
  const DAY_MS = 86_400_000;
  const WEEK = { name: "Week", days: 7, price: 15_000_000 };
  const PLAN = { plan: "Month" } as const;

  /** An account that paid a USDT too little, which its exchange kept. */
  async function shortPayment(accountId = "ann") {
    const { store } = await tempStore(await engine.place());
    const invoice = await anInvoice(store, accountId, NOW_MS);
    const claim = await aClaim(store, invoice, hashOf(1), NOW_MS);
    // Not whole cents less, so that nobody can say for which invoice it was sent.
    const amount = invoice.amount - 1_000_001;
    const receipt = aReceipt(hashOf(1), NOW_MS + 1_000, [{ to: RECEIVER, amount }]);
    await decided(store, claim, receipt, NOW_MS + 2_000);
    return { store, invoice, claim, amount };
  }

  /** A payment of exactly what an invoice asks for. */
  async function pay(store: Store, accountId: string, number: number, nowMs: number) {
    const invoice = await anInvoice(store, accountId, nowMs);
    const claim = await aClaim(store, invoice, hashOf(number), nowMs);
    const transfers = [{ to: RECEIVER, amount: invoice.amount }];
    await decided(store, claim, aReceipt(hashOf(number), nowMs, transfers), nowMs);
  }

  const order = (claimId: string, more: Partial<Assignment> = {}): Assignment => ({
    claimId,
    term: PLAN,
    force: false,
    ...more,
  });
  const give = (store: Store, assignment: Assignment, nowMs = NOW_MS) =>
    assign(store, vault, assignment, [MONTH, WEEK], nowMs);
  const payments = (store: Store) =>
    store.db.selectFrom("payment").selectAll().orderBy("starts_at").execute();
  const endsAt = async (store: Store) =>
    (await store.db.selectFrom("subscription").select("ends_at").executeTakeFirst())?.ends_at;

  test("a payment that matches no invoice is listed with the amounts paid and asked, and the sender", async () => {
    const { store, invoice, claim, amount } = await shortPayment();
    expect(await listReview(store)).toMatchObject([
      {
        hash: hashOf(1),
        from: expect.stringMatching(/^T/),
        to: RECEIVER,
        paid: BigInt(amount),
        paidAtMs: NOW_MS + 1_000,
        claims: [
          {
            id: claim.id,
            reason: "amount_mismatch",
            email: "ann@operator.example",
            asked: invoice.amount,
            plan: "Month",
          },
        ],
      },
    ]);
  });

  describe("assigned by a person it", () => {
    test.each<[string, Assignment["term"], string, number]>([
      ["buys the plan that was asked for", PLAN, "Month", 30],
      ["or another, which is what was paid for", { plan: "Week" }, "Week", 7],
      ["or the days that are said", { days: 12 }, "12 days", 12],
    ])("%s", async (_, term, plan, days) => {
      const { store, claim, amount } = await shortPayment();
      await give(store, order(claim.id, { term }), NOW_MS + DAY_MS);
      expect(await payments(store)).toMatchObject([
        { amount, plan, days, credited_by: "person", ends_at: NOW_MS + (1 + days) * DAY_MS },
      ]);
      expect(await listReview(store)).toEqual([]);
    });

    test("is refused for a plan that nobody sells, with those that are", async () => {
      const { store, claim } = await shortPayment();
      const term = { plan: "Decade" };
      await expect(give(store, order(claim.id, { term }))).rejects.toThrow(/There is: Month, Week/);
      expect(await payments(store)).toEqual([]);
    });

    test("cannot be assigned twice, not even by two at once", async () => {
      const { store, claim } = await shortPayment();
      const twice = await Promise.allSettled([1, 2].map(() => give(store, order(claim.id))));
      expect(twice.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      await expect(give(store, order(claim.id))).rejects.toThrow(ReviewError);
      expect(await payments(store)).toHaveLength(1);
    });

    test("is refused when another claim was given the same transfer", async () => {
      const { store, claim, amount } = await shortPayment();
      const other = await anInvoice(store, "ben", NOW_MS);
      const second = await aClaim(store, other, hashOf(1), NOW_MS);
      const receipt = aReceipt(hashOf(1), NOW_MS + 1_000, [{ to: RECEIVER, amount }]);
      await decided(store, second, receipt, NOW_MS + 2_000);
      await give(store, order(claim.id, { force: true }));
      await expect(give(store, order(second.id, { force: true }))).rejects.toThrow(/already/);
      expect(await listReview(store)).toHaveLength(1);
    });

    test("is refused when the account is gone, and stays in the list", async () => {
      const { store, claim } = await shortPayment();
      await store.db.deleteFrom("account_user").execute();
      await expect(give(store, order(claim.id))).rejects.toThrow(/deleted/);
      expect(await listReview(store)).toMatchObject([{ claims: [{ email: null }] }]);
    });
  });

  describe("taken back", () => {
    test("an assignment is withdrawn completely, on all servers, and waits for a decision again", async () => {
      const { store, claim } = await shortPayment();
      await give(store, order(claim.id));
      const before = await readRevision(store);
      await unassign(store, claim.id, NOW_MS + DAY_MS);
      expect(await endsAt(store)).toBe(NOW_MS);
      expect(await payments(store)).toEqual([]);
      expect(await readRevision(store)).toBe(before + 1);
      expect(await listReview(store)).toMatchObject([{ claims: [{ reason: "unassigned" }] }]);
      expect((await auditOf(store, "ann", 1))[0]).toMatchObject({
        action: "payment_withdrawn",
        detail: { plan: "Month", hash: hashOf(1) },
      });
      await expect(unassign(store, claim.id, NOW_MS)).rejects.toThrow(ReviewError);
      await give(store, order(claim.id, { term: { days: 3 } }), NOW_MS + DAY_MS);
      expect(await endsAt(store)).toBe(NOW_MS + 4 * DAY_MS);
    });

    test("payments before and after keep their own days, and so do days added on the command line", async () => {
      const { store, claim } = await shortPayment();
      await pay(store, "ann", 2, NOW_MS);
      await give(store, order(claim.id, { term: { days: 300 } }));
      await pay(store, "ann", 3, NOW_MS + DAY_MS);
      await store.db
        .updateTable("subscription")
        .set({ ends_at: NOW_MS + 370 * DAY_MS })
        .execute();
      await unassign(store, claim.id, NOW_MS + 2 * DAY_MS);
      expect(await endsAt(store)).toBe(NOW_MS + 70 * DAY_MS);
      expect(await payments(store)).toMatchObject([
        { starts_at: NOW_MS, ends_at: NOW_MS + 30 * DAY_MS },
        { starts_at: NOW_MS + 30 * DAY_MS, ends_at: NOW_MS + 60 * DAY_MS },
      ]);
    });

    test("withdrawing an expired term takes nothing from a payment made after a gap", async () => {
      const { store, claim } = await shortPayment();
      await give(store, order(claim.id, { term: { days: 3 } }));
      await pay(store, "ann", 2, NOW_MS + 10 * DAY_MS);
      await unassign(store, claim.id, NOW_MS + 11 * DAY_MS);
      expect(await endsAt(store)).toBe(NOW_MS + 40 * DAY_MS);
    });

    test("is nothing that no person assigned", async () => {
      const { store } = await shortPayment();
      await pay(store, "ann", 2, NOW_MS);
      const claims = await store.db.selectFrom("claim").select("id").execute();
      for (const { id } of claims) {
        await expect(unassign(store, id, NOW_MS)).rejects.toThrow(/No person/);
      }
      expect(await payments(store)).toHaveLength(1);
    });
  });

  test("a dismissed case is closed and nothing is credited", async () => {
    const { store, claim } = await shortPayment();
    await dismiss(store, claim.id, NOW_MS);
    expect(await listReview(store)).toEqual([]);
    expect(await payments(store)).toEqual([]);
    await expect(dismiss(store, claim.id, NOW_MS)).rejects.toThrow(ReviewError);
    await expect(give(store, order("clm_nobody"))).rejects.toThrow(ReviewError);
  });
});
