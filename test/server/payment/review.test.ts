import { describe, expect, test } from "vitest";
import { InvalidInput } from "../../../server/access/invalid-input.ts";
import { listActions } from "../../../server/owner/lists-page.ts";
import { dismiss } from "../../../server/payment/review-actions.ts";
import type { Assignment } from "../../../server/payment/review-actions.ts";
import { listReview } from "../../../server/payment/review-list.ts";
import { formatUsdt } from "../../../server/payment/usdt.ts";
import { serialized } from "../../../server/store/serialized.ts";
import type { Store } from "../../../server/store/store.ts";
import { engines } from "../../support/engines.ts";
import { openPaymentSetup } from "../../support/payment-setup.ts";
import { aClaim, anInvoice, assign, hashOf, pays } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";
import { RECEIVER } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;
const HASH = hashOf(1);
const ANN = "ann@operator.example";

describe.each(engines)("on $name", (engine) => {
  /** An account that paid a USDT too little, which its exchange deducted. */
  async function shortPayment() {
    const { store } = await tempStore(await engine.place());
    const invoice = await anInvoice(store, "ann", NOW_MS);
    // Not a difference in whole cents, so that it fits no invoice.
    const more = -1_000_001;
    const claim = await pays(store, invoice, 1, NOW_MS + 1_000, { more });
    return { store, invoice, claim, amount: invoice.amount + more };
  }

  const payments = (store: Store) =>
    store.db.selectFrom("payment").selectAll().orderBy("starts_at").execute();

  test("a payment that does not match an invoice is listed with both amounts", async () => {
    const { store, invoice, claim, amount } = await shortPayment();
    expect(await listReview(store)).toMatchObject([
      {
        hash: HASH,
        from: expect.stringMatching(/^T/),
        to: RECEIVER,
        paid: formatUsdt(amount),
        paidAtMs: NOW_MS + 1_000,
        claims: [
          {
            id: claim.id,
            reason: "amount_mismatch",
            email: "ann@operator.example",
            asked: invoice.amount,
            plan: "30 days",
          },
        ],
      },
    ]);
  });

  describe("a payment that a person assigns", () => {
    test.each<[string, Assignment["term"], string, number]>([
      ["the ordered plan", { plan: "30 days" }, "30 days", 30],
      ["another plan that the amount paid for", { plan: "90 days" }, "90 days", 90],
      ["the given days", { days: 12 }, "12 days", 12],
    ])("a payment that a person assigns buys %s", async (_, term, plan, days) => {
      const { store, claim } = await shortPayment();
      await assign(store, { id: claim.id, term }, NOW_MS + DAY_MS);
      expect(await payments(store)).toMatchObject([
        { plan, days, ends_at: NOW_MS + (1 + days) * DAY_MS },
      ]);
      expect(await listReview(store)).toEqual([]);
    });

    test("a plan that is not sold cannot be assigned", async () => {
      const { store, claim } = await shortPayment();
      const term = { plan: "Decade" };
      await expect(assign(store, { id: claim.id, term }, NOW_MS)).rejects.toThrow(
        /Plans on sale: 30 days, 90 days/,
      );
      expect(await payments(store)).toEqual([]);
    });

    test("a payment cannot be assigned twice, even by two people at the same moment", async () => {
      const { store, claim } = await shortPayment();
      const give = () => assign(store, { id: claim.id }, NOW_MS);
      const twice = await Promise.allSettled([give(), give()]);
      expect(twice.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      await expect(give()).rejects.toThrow(InvalidInput);
      expect(await payments(store)).toHaveLength(1);
    });
  });

  test("a payment and a later claim of it are reviewed as one case", async () => {
    const setup = await openPaymentSetup(NOW_MS, { place: await engine.place() });
    const invoice = await anInvoice(setup.store, "ann", NOW_MS);
    const transfer = { to: RECEIVER, amount: invoice.amount - 1_000_001 };
    setup.node.arrive(HASH, NOW_MS + 1_000, [transfer]);
    const worker = setup.startWorker("a");
    await worker.work();
    const id = (await listReview(setup.store))[0]?.id;
    for (const account of ["ann", "ben"]) {
      const own = account === "ann" ? invoice : await anInvoice(setup.store, account, NOW_MS);
      const claim = await aClaim(setup.store, own, HASH, NOW_MS);
      await worker.work();
      const claims = expect.arrayContaining([expect.objectContaining({ id: claim.id })]);
      expect(await listReview(setup.store)).toMatchObject([{ id, claims }]);
      await serialized(setup.store, (within) => dismiss(within, claim.id, NOW_MS));
      expect(await listReview(setup.store)).toEqual([]);
    }
  });

  /** A late payment, in a shop whose owner wants to decide about them. */
  async function latePayment() {
    const setup = await openPaymentSetup(NOW_MS, { place: await engine.place() });
    const invoice = await anInvoice(setup.store, "ann", NOW_MS);
    const lateMs = NOW_MS + 40 * DAY_MS;
    setup.clock.nowMs = lateMs;
    setup.node.arrive(HASH, lateMs, [{ to: RECEIVER, amount: invoice.amount }]);
    await setup.startWorker("a").work();
    const [transfer] = await listReview(setup.store);
    return { setup, invoice, transfer };
  }

  test("a late payment names the account of its expired invoice", async () => {
    const { setup, invoice, transfer } = await latePayment();
    expect(transfer).toMatchObject({
      reason: "invoice_expired",
      nearly: { email: ANN, plan: "30 days" },
    });
    const given = { id: transfer?.id ?? "", email: ANN, term: { days: 12 } };
    await assign(setup.store, given, NOW_MS);
    expect(await payments(setup.store)).toMatchObject([{ invoice_id: invoice.id, days: 12 }]);
  });

  test("the account of the expired invoice gets an email with the decision", async () => {
    const { setup, transfer } = await latePayment();
    const news = async () => {
      const entries = setup.store.db.selectFrom("audit").where("unmailed", "=", 1);
      return entries.select(["account_id", "action", "detail"]).orderBy("at").execute();
    };
    const told = { account_id: "ann", detail: JSON.stringify({ hash: HASH }) };
    const waits = { ...told, action: "payment_in_review" };
    expect(await news()).toEqual([waits]);
    // After another look-up, as after a crash, it is the same news.
    await setup.store.db
      .updateTable("chain_lookup")
      .set({ state: "waiting", next_look_at: 0 })
      .execute();
    setup.clock.nowMs += DAY_MS;
    await setup.startWorker("b").work();
    expect(await news()).toEqual([waits]);
    await serialized(setup.store, (within) =>
      dismiss(within, transfer?.id ?? "", setup.clock.nowMs),
    );
    expect(await news()).toEqual([waits, { ...told, action: "payment_dismissed" }]);
    const [action] = await listActions(setup.store, 1);
    expect(action).toMatchObject({ action: "dismissed", email: ANN });
  });
});
