import { describe, expect, test } from "vitest";
import { listActs } from "../../../../server/owner/act-list.ts";
import { ReviewError } from "../../../../server/payment/errors.ts";
import {
  assignTransfer,
  dismissTransfer,
  listUnmatched,
} from "../../../../server/payment/incoming/unmatched.ts";
import { dismiss, listReview } from "../../../../server/payment/review.ts";
import { unassign } from "../../../../server/payment/unassign.ts";
import { engines } from "../../../support/engines.ts";
import { openPaymentSetup } from "../../../support/payment-setup.ts";
import type { PaymentSetup } from "../../../support/payment-setup.ts";
import { aClaim, anInvoice, hashOf, MONTH, RULES, vault } from "../../../support/payments.ts";
import { RECEIVER } from "../../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;
const HASH = hashOf(1);

/** A payment that nobody named, of so much less that nothing says for what it was sent. */
async function shortPayment(setup: PaymentSetup) {
  const invoice = await anInvoice(setup.store, "ann", NOW_MS);
  const amount = invoice.amount - 1_000_001;
  setup.node.arrive(HASH, NOW_MS + 1_000, [{ to: RECEIVER, amount }]);
  await setup.startWatch("a").work();
  const [transfer] = await listUnmatched(setup.store);
  return { invoice, amount, id: transfer?.id ?? "", transfer };
}

const give = ({ store }: PaymentSetup, transferId: string, email: string | null, force = false) =>
  assignTransfer(store, vault, { transferId, email, term: { days: 12 }, force }, [MONTH], NOW_MS);
const ANN = "ann@operator.example";

describe.each(engines)("$name: what nobody named", (engine) => {
  const open = async () => openPaymentSetup(NOW_MS, { place: await engine.place() });

  test("is listed with its sender and amount, credited once, taken back and dismissed", async () => {
    const setup = await open();
    const { amount, id, transfer } = await shortPayment(setup);
    expect(transfer).toMatchObject({ reason: "no_invoice", paid: BigInt(amount), nearly: null });
    await expect(give(setup, id, null)).rejects.toMatchObject({ code: "nobodys" });
    await expect(give(setup, id, "nobody@operator.example")).rejects.toThrow(/no account/);
    const twice = await Promise.allSettled([give(setup, id, ANN), give(setup, id, ANN)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const subscription = setup.store.db.selectFrom("subscription").select("ends_at");
    expect(await subscription.execute()).toEqual([{ ends_at: NOW_MS + 12 * DAY_MS }]);
    expect(await listUnmatched(setup.store)).toEqual([]);
    await unassign(setup.store, id, NOW_MS);
    expect(await subscription.execute()).toEqual([{ ends_at: NOW_MS }]);
    expect(await listUnmatched(setup.store)).toHaveLength(1);
    await dismissTransfer(setup.store, id, NOW_MS);
    expect(await listUnmatched(setup.store)).toEqual([]);
    await expect(dismissTransfer(setup.store, id, NOW_MS)).rejects.toThrow(ReviewError);
    await expect(give(setup, id, ANN)).rejects.toThrow(ReviewError);
  });

  test("stands in one list only when somebody names it after all", async () => {
    const setup = await open();
    const { invoice, id } = await shortPayment(setup);
    const claim = await aClaim(setup.store, invoice, HASH, NOW_MS);
    await setup.startWorker("a").work();
    expect(await listUnmatched(setup.store)).toEqual([]);
    expect(await listReview(setup.store)).toHaveLength(1);
    await expect(give(setup, id, ANN, true)).rejects.toThrow(ReviewError);
    await dismiss(setup.store, claim.id, NOW_MS);
    expect(await listReview(setup.store)).toEqual([]);
    expect(await listUnmatched(setup.store)).toEqual([]);
  });

  /** A payment that came too late, where the owner wants to decide about such. */
  async function latePayment() {
    const rules = { ...RULES, late: "review" } as const;
    const setup = await openPaymentSetup(NOW_MS, { place: await engine.place(), rules });
    const invoice = await anInvoice(setup.store, "ann", NOW_MS);
    const lateMs = NOW_MS + 2 * DAY_MS;
    setup.clock.nowMs = lateMs;
    setup.node.arrive(HASH, lateMs, [{ to: RECEIVER, amount: invoice.amount }]);
    await setup.startWatch("a").work();
    const [transfer] = await listUnmatched(setup.store);
    return { setup, invoice, transfer };
  }

  test("goes to the account whose invoice it nearly pays, unless the owner says otherwise", async () => {
    const { setup, invoice, transfer } = await latePayment();
    expect(transfer).toMatchObject({
      reason: "invoice_expired",
      nearly: { email: ANN, plan: "Month" },
    });
    await give(setup, transfer?.id ?? "", null);
    expect(
      await setup.store.db.selectFrom("payment").select(["invoice_id", "credited_by"]).execute(),
    ).toEqual([{ invoice_id: invoice.id, credited_by: "person" }]);
  });

  test("is told of by mail to whose invoice it came too late for, and what was decided about it", async () => {
    const { setup, transfer } = await latePayment();
    const news = async () => {
      const entries = setup.store.db.selectFrom("audit").where("unmailed", "=", 1);
      return entries.select(["account_id", "action", "detail"]).orderBy("at").execute();
    };
    const told = { account_id: "ann", detail: JSON.stringify({ hash: HASH }) };
    const waits = { ...told, action: "payment_in_review" };
    expect(await news()).toEqual([waits]);
    // Looked up again, as after a crash, it is the same news.
    await setup.store.db
      .updateTable("listed_transaction")
      .set({ state: "waiting", next_look_at: 0 })
      .execute();
    setup.clock.nowMs += DAY_MS;
    await setup.startWatch("b").work();
    expect(await news()).toEqual([waits]);
    await dismissTransfer(setup.store, transfer?.id ?? "", setup.clock.nowMs);
    expect(await news()).toEqual([waits, { ...told, action: "payment_dismissed" }]);
    const [act] = await listActs(setup.store, 1);
    expect(act).toMatchObject({ action: "dismissed", email: ANN });
  });

  test("is told to nobody where it is nobody's", async () => {
    const setup = await open();
    const { id } = await shortPayment(setup);
    await dismissTransfer(setup.store, id, NOW_MS);
    const news = setup.store.db.selectFrom("audit").where("unmailed", "=", 1).select("action");
    expect(await news.execute()).toEqual([]);
  });

  test("is not given to one account while another has named it, unless forced", async () => {
    const setup = await open();
    const { id } = await shortPayment(setup);
    const other = await anInvoice(setup.store, "ben", NOW_MS);
    await aClaim(setup.store, other, HASH, NOW_MS);
    await expect(give(setup, id, ANN)).rejects.toThrow(/claimed by ben@operator.example/);
    await give(setup, id, ANN, true);
    await setup.startWorker("a").work();
    const payments = await setup.store.db.selectFrom("payment").select("account_id").execute();
    expect(payments).toEqual([{ account_id: "ann" }]);
  });
});
