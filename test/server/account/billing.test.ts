import { describe, expect, test } from "vitest";
import { endPlan } from "../../../server/owner/plan-actions.ts";
import { recordResponse } from "../../../server/payment/node-responses.ts";
import { dismiss } from "../../../server/payment/review-actions.ts";
import { listReview } from "../../../server/payment/review-list.ts";
import { formatUsdt, parseUsdt } from "../../../server/payment/usdt.ts";
import { serialized } from "../../../server/store/serialized.ts";
import { paidText } from "../../../src/account/texts.ts";
import { accountWords } from "../../../src/i18n/account.ts";
import { inFullWidth } from "../../support/full-width.ts";
import { aClaim, aReceipt, hashOf, pays, putBalance, recordDeps } from "../../support/payments.ts";
import { readQr } from "../../support/read-qr.ts";
import { startService, withStoreOf } from "../../support/service.ts";
import { RECEIVER, SELLING } from "../../support/tron-node.ts";
import { newVisitor, signedInVisitor } from "../../support/visitor.ts";

const en = accountWords("en");

describe("plans for sale on the account pages", () => {
  test("an invoice shows its payment's progress", async () => {
    const service = await startService({ env: { ...SELLING, TRON_URL: "http://127.0.0.1:9" } });
    const ann = await signedInVisitor(service);
    const { data } = await ann.send("invoice", "/account/plans/", { plan: "30 days" });
    expect(data).toMatchObject({ address: RECEIVER, plan: "30 days", state: "open", claims: [] });
    expect(readQr(data.qr)).toBe(RECEIVER);
    const bad = await ann.send("invoice", "/account/invoice/", { invoice: data.id, hash: "paid" });
    expect(bad.shell.notice).toEqual({ code: "bad_hash" });
    const hash = "ab".repeat(32);
    const typed = inFullWidth(`0x${hash}`);
    const form = { invoice: data.id, hash: typed };
    const { data: claimed } = await ann.send("invoice", "/account/invoice/", form);
    expect(claimed).toMatchObject({ state: "open", claims: [{ hash }] });
    const eve = await signedInVisitor(service, "eve@operator.example");
    expect((await eve.get(`/account/invoice/?id=${data.id}`)).status).toBe(404);
    const foreign = await eve.send("plans", "/account/invoice/", { invoice: data.id, hash });
    expect(foreign.shell.notice).toEqual({ code: "no_such_plan" });
  });

  // A form sent from a page that showed 49 once spent 99 of the balance.
  test("a plan is sold at the price that the page shows, or not at all", async () => {
    const service = await startService({ env: SELLING });
    const ann = await signedInVisitor(service);
    const path = "/account/plans/";
    const [before] = (await ann.see("plans", path)).data.plans;
    const form = { plan: "30 days", price: before?.price ?? "" };
    await withStoreOf(service.dataDir, async (store) => {
      const { nowMs } = service.clock;
      const input = { plan: "30 days", price: 99_000_000, reason: "costs rose" };
      await serialized(store, (within) => endPlan(within, input, nowMs));
      await putBalance(store, 150_000_000, nowMs);
    });
    for (const from of [{ from: "balance" }, {}]) {
      const refused = await ann.send("plans", path, { ...form, ...from });
      expect(refused.shell.notice).toEqual({ code: "price_changed" });
      expect(refused.data).toMatchObject({
        open: [],
        balance: "150.00",
        plans: [{ price: "99.00" }, {}, {}],
      });
    }
    const stranger = await newVisitor(service).see("plans", "/account/prices/");
    expect(stranger.data.plans).toMatchObject([{ price: "99.00", priceOfDay: "3.30" }, {}, {}]);
    const bought = await ann.send("payments", path, {
      plan: "30 days",
      price: "99.00",
      from: "balance",
    });
    expect(bought.shell.notice).toEqual({ code: "paid_from_balance" });
    expect((await ann.see("plans", path)).data.balance).toBe("51.00");
  });

  // A late payment was once listed as an expired invoice, as if nothing had arrived.
  test.each(["claimed", "found without a claim"])(
    "a late payment that was %s is listed as in review",
    async (way) => {
      const service = await startService({ env: { ...SELLING, TRON_URL: "http://127.0.0.1:9" } });
      const ann = await signedInVisitor(service);
      const { id, amount } = (await ann.send("invoice", "/account/plans/", { plan: "30 days" }))
        .data;
      service.clock.nowMs += 40 * 86_400_000;
      const { nowMs } = service.clock;
      await withStoreOf(service.dataDir, async (store) => {
        const invoice = await store.db
          .selectFrom("invoice")
          .selectAll()
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        const receipt = aReceipt(hashOf(1), nowMs, [{ to: RECEIVER, amount: invoice.amount }]);
        if (way === "claimed") {
          await aClaim(store, invoice, hashOf(1), nowMs);
        }
        const lookup = { tx_hash: hashOf(1), looks: 0 };
        const time = { solidMs: nowMs, clockAheadMs: 0 };
        const response = { kind: "solid", receipt } as const;
        await recordResponse(recordDeps(store, nowMs), lookup, response, time);
      });
      const { data } = await ann.see("payments", "/account/payments/");
      expect(data.invoices).toMatchObject([{ id, state: "review" }]);
      const { data: invoice } = await ann.see("invoice", `/account/invoice/?id=${id}`);
      expect(invoice.progress).toMatchObject({
        hash: hashOf(1),
        amount,
        step: "review",
        reason: "invoice_expired",
      });
      expect(await (await ann.get("/account/invoices.csv")).text()).toContain('"review"');
      const eve = await signedInVisitor(service, "eve@operator.example");
      expect((await eve.see("payments", "/account/payments/")).data.invoices).toEqual([]);
      await withStoreOf(service.dataDir, async (store) => {
        const [waiting] = await listReview(store);
        const id = waiting?.claims[0]?.id ?? waiting?.id ?? "";
        await serialized(store, (within) => dismiss(within, id, nowMs));
      });
      const after = (await ann.see("payments", "/account/payments/")).data;
      expect(after.invoices).toMatchObject([{ state: "expired" }]);
    },
  );

  test("invoices are listed with their states", async () => {
    const env = { ...SELLING, SELLER: "Acme Ltd., Valletta" };
    const service = await startService({ env });
    const ann = await signedInVisitor(service);
    const choose = async (plan = "30 days") => {
      service.clock.nowMs += 1_000;
      return (await ann.send("invoice", "/account/plans/", { plan })).data.id;
    };
    const states = async () => {
      const { data } = await ann.see("payments", "/account/payments/");
      return data.invoices.map(({ id, state }) => [id, state]);
    };
    // Cause: two plans chosen in a row locked out all others for two hours.
    const [replaced, late] = [await choose("365 days"), await choose("90 days")];
    const paid = await choose();
    expect((await ann.see("invoice", `/account/invoice/?id=${paid}`)).data.receipt).toBeNull();
    await withStoreOf(service.dataDir, (store) => pays(store, paid, 1, service.clock.nowMs));
    const open = await choose();
    expect(await states()).toEqual([
      [open, "open"],
      [paid, "paid"],
      [late, "closed"],
      [replaced, "closed"],
    ]);
    // The payment of a replaced invoice may just have been sent.
    await withStoreOf(service.dataDir, (store) => pays(store, late, 2, service.clock.nowMs));
    expect((await states())[2]).toEqual([late, "paid"]);
    const { data } = await ann.see("invoice", `/account/invoice/?id=${paid}`);
    expect(data.receipt).toMatchObject({
      amount: data.amount,
      fromBalance: null,
      hash: hashOf(1),
      seller: "Acme Ltd., Valletta",
    });
    service.clock.nowMs += 3 * 3_600_000;
    expect((await states())[0]).toEqual([open, "grace"]);
    service.clock.nowMs += 3 * 86_400_000;
    expect((await states()).map(([, state]) => state)).toEqual([
      "expired",
      "paid",
      "paid",
      "expired",
    ]);
  });

  test("an invoice and its receipt show the same exact amounts", async () => {
    const service = await startService({ env: SELLING });
    const ann = await signedInVisitor(service);
    const { data } = await ann.send("invoice", "/account/plans/", { plan: "30 days" });
    // 3 USDT too much go to the balance, which then buys a second month.
    const arrived = parseUsdt(data.amount) ?? 0;
    await withStoreOf(service.dataDir, async (store) => {
      const { nowMs } = service.clock;
      await pays(store, data.id, 1, nowMs, { more: 3_000_000 });
      await putBalance(store, 46_000_000, nowMs);
    });
    service.clock.nowMs += 60_000;
    const form = { plan: "30 days", from: "balance" };
    const { data: lists } = await ann.send("payments", "/account/plans/", form);
    const paid = formatUsdt(arrived + 3_000_000);
    expect(lists.invoices).toMatchObject([
      { asked: null, fromBalance: "49.00", state: "paid" },
      { asked: data.amount, fromBalance: null, state: "paid" },
    ]);
    const ids = lists.invoices.map(({ id }) => id);
    const receipts = ids.map(async (id) => {
      const { data: seen } = await ann.see("invoice", `/account/invoice/?id=${id}`);
      return seen.receipt && paidText(seen.receipt.hash && seen.receipt.amount, seen.receipt, en);
    });
    expect(await Promise.all(receipts)).toEqual([
      "49.00 USDT from the balance",
      `${paid} USDT, of which 3.00 USDT went to the balance`,
    ]);
  });
});
