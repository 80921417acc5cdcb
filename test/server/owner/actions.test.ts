import { describe, expect, test } from "vitest";
import { createKeyChecker } from "../../../server/access/key-checker.ts";
import { list } from "../../../server/access/keys.ts";
import { revealKey } from "../../../server/account/account-keys.ts";
import { setSuspended } from "../../../server/owner/customer-actions.ts";
import { listActions } from "../../../server/owner/lists-page.ts";
import { DONE } from "../../../server/owner/page-parts.ts";
import { addEntry } from "../../../server/payment/balance.ts";
import { readRevision, serialized } from "../../../server/store/serialized.ts";
import {
  anAccountWithCodes,
  BEN,
  enrolled,
  factsOf,
  ME,
  openOffice,
} from "../../support/back-office.ts";
import { engines } from "../../support/engines.ts";
import { anInvoice, hashOf, MONTH, pays, vault } from "../../support/payments.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 9);
const USDT = 1_000_000;
const ANN = "ann@operator.example";
const REVIEW = "/owner/review/";
const PLANS = "/owner/plans/";
const CUSTOMER = "/owner/customer/?email=ann%40operator.example";
const reason = "an outage";

describe.each(engines)("on $name", (engine) => {
  /** An office with a customer who has a balance, and a payment in review of 300 USDT too much. */
  async function openShop() {
    const office = await openOffice(engine, NOW_MS);
    const { store, clock } = office;
    const owner = await enrolled(office);
    const nowMs = clock.nowMs;
    const invoice = await anInvoice(store, "ann", nowMs);
    const more = MONTH.price - invoice.amount + 300 * USDT;
    const claim = await pays(store, invoice, 1, nowMs, { more });
    const actions = async () =>
      (await listActions(store, 20))
        .filter(({ action }) => !action.startsWith("owner_"))
        .map(({ action, by, detail }) => [action, by, detail]);
    const state = async () => [await readRevision(store), await actions()];
    /** The confirmation of a form, which has changed nothing yet. */
    async function asks(page: string, form: Record<string, string>) {
      const before = await state();
      const response = await owner.browser.post(page, form);
      expect([form, response.status]).toEqual([form, 200]);
      expect(await state()).toEqual(before);
      const { title, data } = response.page("question");
      return { title, facts: factsOf(data.facts), caution: data.caution, fields: data.fields };
    }
    const until = async () =>
      factsOf((await owner.browser.get(CUSTOMER)).page("customer").data.facts)[1];
    return { office, store, claim, actions, asks, until, ...owner };
  }

  test("an owner's decision on a payment takes effect only once it is confirmed", async () => {
    const { browser, claim, asks, does, actions, code } = await openShop();
    const waits = async () => (await browser.get(REVIEW)).page("review").data.cases.length;
    const credit = { do: "assign", id: claim.id, plan: MONTH.name, days: "" };
    expect(await asks(REVIEW, credit)).toMatchObject({
      title: "Credit 349.00 USDT?",
      facts: [
        `Customer: ${ANN}`,
        "Plan: 30 days",
        "Until now: no plan",
        expect.stringMatching(/^Will run until: 2026-07-31T09:0\d$/),
        "Spent on it: 349.00 USDT",
        "To the balance: nothing",
      ],
      caution:
        "30 days costs 49.00 USDT now. 300.00 USDT more was paid; it is spent on the plan as well.",
    });
    // A confirmation whose facts have changed is refused.
    const { fields } = await asks(REVIEW, credit);
    const other = { ...fields, plan: "", days: "7", code: code() };
    expect((await browser.post(REVIEW, other)).status).toBe(409);
    expect(await waits()).toBe(1);
    expect((await does(REVIEW, credit)).to).toBe(`${REVIEW}?done=assigned`);
    expect(await waits()).toBe(0);

    expect((await browser.post(REVIEW, { do: "dismiss", id: claim.id })).status).toBe(409);
    const decisions = (await actions()).filter(([, by]) => by === ME).map(([action]) => action);
    expect(decisions).toEqual(["assigned"]);
  });

  test("an owner dismisses a payment", async () => {
    const { browser, claim, does } = await openShop();
    const dismissed = await does(REVIEW, { do: "dismiss", id: claim.id });
    expect(dismissed.to).toBe(`${REVIEW}?done=dismissed`);
    expect((await browser.get(REVIEW)).page("review").data.cases).toEqual([]);
  });

  test("an owner adds and removes days only after confirming", async () => {
    const { browser, asks, does, until, actions, code, store } = await openShop();
    const give = { do: "give", days: "10", reason };
    expect(await asks(CUSTOMER, give)).toMatchObject({
      title: "Add 10 days?",
      facts: [
        `Customer: ${ANN}`,
        "Plan: none",
        "Until now: no plan",
        expect.stringContaining("Will run until: 2026-07-11T09:"),
        "Key: a first one will be issued",
        `Reason: ${reason}`,
      ],
    });
    const { fields } = await asks(CUSTOMER, give);
    const { shell } = (await browser.post(CUSTOMER, { ...fields, back: "1" })).page("customer");
    expect([shell.notice, shell.typed, await actions()]).toEqual([null, give, []]);
    const given = await browser.post(CUSTOMER, { ...fields, code: code() });
    expect(given.to).toBe(`${CUSTOMER}&done=given`);
    const again = await browser.post(CUSTOMER, { ...fields, code: code() });
    expect([again.status, await until()]).toEqual([409, expect.stringContaining("2026-07-11T")]);

    const all = await asks(CUSTOMER, { do: "take", days: "400", reason });
    expect(all.facts).toContain("Will end: now");
    expect(all.caution).toBe(
      "Fewer days are left, so all of them are removed. Its keys will stop working.",
    );
    expect((await does(CUSTOMER, { do: "take", days: "4", reason })).to).toContain("done=taken");
    expect(await until()).toContain("2026-07-07T");
    await serialized(store, (within) => setSuspended(within, { email: ANN, reason }, true, NOW_MS));
    expect((await asks(CUSTOMER, give)).caution).toContain("The account is suspended");
    expect((await actions()).filter(([action]) => String(action).startsWith("days_"))).toEqual(
      expect.arrayContaining([
        ["days_given", ME, { days: "10", reason }],
        ["days_taken", ME, { days: "4", reason }],
      ]),
    );
  });

  test("a suspension takes effect immediately, until it is lifted", async () => {
    const { browser, store, does, actions } = await openShop();
    const suspended = await browser.post(CUSTOMER, { do: "suspend", reason });
    expect(suspended.to).toBe(`${CUSTOMER}&done=suspended`);
    await does(CUSTOMER, { do: "give", days: "3", reason });
    const { id } = await store.db.selectFrom("api_key").select("id").executeTakeFirstOrThrow();
    const keyText = (await revealKey(store, vault, "ann", id)) ?? "";
    const access = async () => {
      const changes = { state: "responding" as const, onChange: () => {} };
      return createKeyChecker(store, changes, "live").check([keyText], NOW_MS);
    };
    expect(await access()).toEqual({ verdict: "unauthorized", reason: "suspended", keyId: id });
    expect(await list(store)).toMatchObject([{ id, isSuspended: true }]);
    expect((await browser.post(CUSTOMER, { do: "suspend", reason })).status).toBe(409);
    const before = await readRevision(store);
    const reinstated = await browser.post(CUSTOMER, { do: "reinstate", reason });
    expect(reinstated.to).toContain("done=reinstated");
    // Other servers notice it by the revision.
    expect(await readRevision(store)).toBeGreaterThan(before);
    expect(await access()).toMatchObject({ verdict: "ok", keyId: id });
    expect(await actions()).toEqual(
      expect.arrayContaining([
        ["suspended", ME, { reason }],
        ["reinstated", ME, { reason }],
      ]),
    );
  });

  test("an owner records a refund up to the balance", async () => {
    const { browser, store, does } = await openShop();
    const entry = { account_id: "ann", kind: "twice", amount: 3 * USDT, at: NOW_MS } as const;
    await serialized(store, (within) => addEntry(within, entry));
    const back = { do: "refund", amount: "2", hash: hashOf(9) };
    expect((await does(CUSTOMER, back)).to).toBe(`${CUSTOMER}&done=refunded`);
    const twice = await browser.post(CUSTOMER, { ...back, hash: hashOf(8) });
    expect(twice.page("customer").shell.notice?.text).toContain(
      "more than the balance of 1.00 USDT",
    );
    expect((await browser.get(CUSTOMER)).page("customer").data.balance).toBe("1.00");
  });

  test("a customer gets an email when an owner switches their codes off", async () => {
    const { office, browser, store, does } = await openShop();
    await anAccountWithCodes(office, "eve@operator.example");
    const page = "/owner/customer/?email=eve%40operator.example";
    const isOn = async () => (await browser.get(page)).page("customer").data.hasCodes;
    const sessions = async () =>
      (
        await store.db
          .selectFrom("account_session")
          .innerJoin("account_user", "account_user.id", "user_id")
          .where("email", "like", "eve%")
          .select("account_session.id")
          .execute()
      ).length;
    expect([await isOn(), await sessions()]).toEqual([true, 1]);
    expect((await does(page, { do: "codes-off", reason })).to).toContain("done=codes_off");
    // Cause: the page promised an email on a service without mail.
    expect(DONE.codes_off).toContain("If mail is on,");
    expect([await isOn(), await sessions()]).toEqual([false, 1]);
    expect((await browser.post(page, { do: "codes-off", reason })).status).toBe(409);

    const news = await store.db
      .selectFrom("audit")
      .select("action")
      .where("unmailed", "=", 1)
      .execute();
    expect(news.map(({ action }) => action)).toContain("second_factor_off");
    // An account can be deleted but the log cannot, so the log contains no address.
    const details = (await listActions(store, 20)).map(({ detail }) => detail);
    expect(JSON.stringify(details)).not.toContain("@");
  });

  test("an owner deletes an account only after confirming", async () => {
    const { office, browser, store, asks, does, actions } = await openShop();
    await does(CUSTOMER, { do: "give", days: "10", reason });
    const form = { do: "delete", reason };
    expect(await asks(CUSTOMER, form)).toMatchObject({
      title: "Delete the account?",
      facts: [
        `Customer: ${ANN}`,
        "Plan: none",
        expect.stringContaining("Until: 2026-07-11T09:"),
        "Keys that stop working: 1",
        `Reason: ${reason}`,
      ],
      caution: expect.stringMatching(/^This cannot be undone\./),
    });
    const owed = { account_id: "ann", kind: "twice", amount: 3 * USDT, at: NOW_MS } as const;
    await serialized(store, (within) => addEntry(within, owed));
    expect((await asks(CUSTOMER, form)).caution).toMatch(/^Pay back its balance of 3\.00 USDT/);
    expect(office.log).toEqual([]);

    expect((await does(CUSTOMER, form)).to).toBe("/owner/customers/?done=deleted");
    expect(office.log).toEqual([["account deleted", { account: "ann" }]]);
    expect((await browser.get(CUSTOMER)).page("empty").title).toContain("There is no account");
    expect(await list(store)).toMatchObject([{ revokedAtMs: expect.any(Number) }]);
    const detail = { account: "ann", reason };
    expect(await actions()).toContainEqual(["account_deleted", ME, detail]);
    expect((await browser.post(CUSTOMER, form)).status).toBe(409);
  });

  test("an owner's account is deleted only after the owner was removed", async () => {
    const { office, browser, does } = await openShop();
    const other = await enrolled(office, BEN);
    for (const email of [ME, BEN]) {
      const page = `/owner/customer/?${new URLSearchParams({ email })}`;
      const refused = await browser.post(page, { do: "delete", reason });
      expect(refused.page("customer").shell.notice?.text).toContain("First remove the owner");
    }
    await does("/owner/", { do: "remove", email: BEN });
    const page = `/owner/customer/?${new URLSearchParams({ email: BEN })}`;
    expect((await does(page, { do: "delete", reason })).to).toContain("done=deleted");
    expect((await office.accounts.whoIs(other.client)).who).toBeUndefined();
  });

  test("an owner changes plans and prices", async () => {
    const { browser, asks, does, actions } = await openShop();
    const price = { do: "price", plan: MONTH.name, price: "59", reason };
    expect((await asks(PLANS, price)).facts).toEqual([
      "Plan: 30 days",
      "Price now: 49.00 USDT",
      "New price: 59.00 USDT",
      `Reason: ${reason}`,
    ]);
    expect((await does(PLANS, price)).to).toBe(`${PLANS}?done=priced`);
    const add = { do: "add", name: "Week", days: "7", price: "15", reason };
    for (const [form, words] of [
      [{ ...price, price: "-1" }, "is not a price"],
      [price, "already costs 59.00 USDT"],
      [{ ...price, plan: "Month" }, "Plans on sale: 30 days, 90"],
      [{ ...price, reason: " " }, "Enter a reason"],
      [{ ...add, days: "0" }, "whole number"],
      [{ ...add, name: "30 days" }, "Stop selling that one first"],
      [{ ...add, name: "<b>" }, "is not a valid plan name"],
      [{ do: "retire", plan: "Week", reason }, "No plan on sale"],
    ] as const) {
      const { status, page } = await browser.post(PLANS, form);
      const { notice, typed } = page("plans").shell;
      expect([form, status, notice?.text]).toEqual([form, 409, expect.stringContaining(words)]);
      expect(typed).toEqual(form);
    }
    for (const form of [add, { do: "retire", plan: "30 days", reason }]) {
      expect((await does(PLANS, form)).to).toContain("done=plan_");
    }
    const { sold } = (await browser.get(PLANS)).page("plans").data;
    expect(sold[0]).toEqual({ name: "Week", days: 7, price: "15.00" });
    expect((await actions()).every(([, by]) => by === ME)).toBe(true);
  });
});
