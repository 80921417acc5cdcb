import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { audit } from "../../../server/store/audit.ts";
import type { Store } from "../../../server/store/store.ts";
import { dayAt } from "../../../src/fairness/utc-day.ts";
import {
  anAccountWithCodes,
  enrolled,
  factsOf,
  ME,
  openOffice,
} from "../../support/back-office.ts";
import { engines } from "../../support/engines.ts";
import type { Engine } from "../../support/engines.ts";
import { accountRow, anAccount, anInvoice, hashOf, pays } from "../../support/payments.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 9);
const USDT = 1_000_000;
const SENDER = "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf";
const CASINO = "https://www.casino.example";

/** A back office whose lists are read as rows, keyed by column. */
async function open(engine: Engine) {
  const office = await openOffice(engine, NOW_MS);
  const { store } = office;
  const { browser } = await enrolled(office);
  let number = 0;
  async function pay(accountId: string, atMs: number, more = 0): Promise<string> {
    number += 1;
    await pays(store, await anInvoice(store, accountId, atMs), number, atMs, { more });
    return hashOf(number);
  }
  async function read(page: string, query: Readonly<Record<string, string>> = {}) {
    const path = `/owner/${page}/?${new URLSearchParams(query)}`;
    const { columns, rows } = (await browser.get(path)).page("list").data.table;
    return rows.map((row) => Object.fromEntries(row.map((cell, i) => [columns[i]?.[0], cell])));
  }
  const customers = async (query: Readonly<Record<string, string>> = {}) =>
    (await read("customers", query)).filter(({ email }) => email !== ME);
  const names = async (query: Readonly<Record<string, string>>) =>
    (await customers(query)).map(({ email }) => String(email).split("@")[0]);
  return { office, store, browser, pay, read, customers, names };
}

async function used(store: Store, accountId: string, loads: number): Promise<void> {
  const { id } = await store.db
    .selectFrom("api_key")
    .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
    .select("api_key.id")
    .where("subscription.account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  const origins = JSON.stringify([CASINO]);
  await store.db.updateTable("api_key").set({ origins }).where("id", "=", id).execute();
  const today = dayAt(NOW_MS);
  const rows = [
    { key_id: id, day: today, what: "load", count: loads },
    { key_id: id, day: today, what: "refused:expired", count: 9 },
    { key_id: id, day: today - 31, what: "load", count: 9 },
  ];
  await store.db.insertInto("usage_day").values(rows).execute();
}

describe.each(engines)("on $name", (engine) => {
  test("the customer list shows each customer's plan", async () => {
    const { store, browser, pay, customers, names } = await open(engine);
    await pay("ann", NOW_MS, 3 * USDT);
    await used(store, "ann", 41);
    await audit(store.db, "ann", "signed_in", NOW_MS - 5_000);
    await pay("cat", NOW_MS);
    await anAccount(store, "ben");
    const [ann, ben, cat] = await customers();
    expect(ann).toEqual({
      email: "ann@operator.example",
      state: "active",
      since: Date.UTC(2026, 0, 1),
      plan: "30 days",
      until: Date.UTC(2026, 6, 31, 9),
      balance_usdt: "3.00",
      keys: 1,
      sites: CASINO,
      loads_30_days: 41,
      signed_in: NOW_MS - 5_000,
    });
    expect(ben).toMatchObject({ state: "unpaid", plan: null, until: null, keys: 0, sites: "" });
    // A key without sites opens tables on any site.
    expect(cat).toMatchObject({ sites: "any" });
    expect(await names({ find: "CASINO" })).toEqual(["ann"]);
    expect(await names({ find: "BEN@" })).toEqual(["ben"]);
    await store.db
      .updateTable("account_user")
      .set({ email: "c@operator.example" })
      .where("id", "=", "cat")
      .execute();
    // The number of an account is only found whole.
    expect(await names({ find: "cat" })).toEqual(["c"]);
    expect(await names({ find: "ca" })).not.toContain("c");
    const page = await browser.get("/owner/customer/?email=Ann%40operator.example");
    const { facts, payments, invoices } = page.page("customer").data;
    expect(factsOf(facts)).toEqual(
      expect.arrayContaining(["Plan: 30 days", "Until: 2026-07-31T09:00", `Sites: ${CASINO}`]),
    );
    expect([payments.rows.length, invoices.rows.length]).toEqual([1, 1]);
    const nobody = await browser.get("/owner/customer/?email=nobody%40operator.example");
    expect(nobody.page("empty").title).toContain("There is no account");
  });

  test("an owner downloads everything stored about a customer, without secrets", async () => {
    const { office, store, browser, pay } = await open(engine);
    await pay("ann", NOW_MS);
    await pay("ben", NOW_MS + 1_000);
    await used(store, "ann", 41);
    const zoe = await anAccountWithCodes(office, "zoe@operator.example");
    const download = async (email: string) =>
      browser.get(`/owner/customer/?${new URLSearchParams({ email, json: "1" })}`);
    const { headers, text } = await download("ann@operator.example");
    expect(headers.get("content-disposition")).toBe(
      'attachment; filename="tableside-customer.json"',
    );
    expect(JSON.parse(text)).toMatchObject({
      account: [{ id: "ann", email: "ann@operator.example" }],
      usage: expect.arrayContaining([expect.objectContaining({ what: "load", count: 41 })]),
      keys: [{ origins: JSON.stringify([CASINO]) }],
      invoices: [{ account_id: "ann" }],
      payments: [{ account_id: "ann" }],
      transfers: [{ tx_hash: hashOf(1) }],
    });
    expect(text).not.toContain("ben");
    const own = (await download(zoe.email)).text;
    expect(JSON.parse(own)).toMatchObject({ sessions: [{}], activity: expect.any(Array) });
    const columns = [
      ["account_credential", "password"],
      ["account_session", "token"],
      ["account_two_factor", "secret"],
      ["account_two_factor", "backup_codes"],
      ["api_key", "digest"],
      ["api_key", "sealed"],
    ] as const;
    for (const [table, column] of columns) {
      const rows = await store.db
        .selectFrom(table)
        .select(sql<string | null>`${sql.ref(column)}`.as("value"))
        .execute();
      const secrets = rows.flatMap(({ value }) => (value === null ? [] : [value]));
      expect([column, secrets.length > 0]).toEqual([column, true]);
      expect(secrets.filter((secret) => (text + own).includes(secret))).toEqual([]);
    }
  });

  // Cause: customers from before the mail server could not sign in, and the back office did not show why.
  test("a customer's page shows whether the address is confirmed", async () => {
    const { store, browser } = await open(engine);
    await anAccount(store, "ann");
    const factOf = async (email: string) => {
      const page = await browser.get(`/owner/customer/?${new URLSearchParams({ email })}`);
      return page.page("customer").data.facts.find(([name]) => name === "Address");
    };
    expect(await factOf("ann@operator.example")).toEqual(["Address", "confirmed"]);
    expect(await factOf(ME)).toEqual(["Address", "not confirmed"]);
  });

  test("an owner finds every payment by transaction, sender, address or amount", async () => {
    const { store, browser, pay, read } = await open(engine);
    const first = await pay("ann", NOW_MS);
    const second = await pay("ann", NOW_MS + 1_000, -USDT);
    await pay("ben", NOW_MS + 2_000, -USDT - 1);
    expect((await read("payments")).map(({ outcome }) => outcome)).toEqual([
      "waiting",
      "balance",
      "plan",
    ]);
    expect(await read("payments", { find: first.toUpperCase() })).toMatchObject([
      { plan: "30 days", email: "ann@operator.example", transaction: first, from: SENDER },
    ]);
    expect(await read("payments", { find: SENDER })).toHaveLength(3);
    expect(await read("payments", { find: "Ann@operator.example" })).toHaveLength(2);
    const { amount } = await store.db
      .selectFrom("balance_entry")
      .select("amount")
      .executeTakeFirstOrThrow();
    expect(await read("payments", { find: String(amount / USDT) })).toMatchObject([
      { transaction: second, outcome: "balance", plan: null },
    ]);
    expect(await read("payments", { find: hashOf(99) })).toEqual([]);
    const odd = (await browser.get("/owner/payments/?find=x")).page("empty");
    expect(odd.title).toBe('"x" is not a hash, TRON address, email address or amount.');
  });

  test("the customer list has all of a thousand customers", async () => {
    const { store, customers, read } = await open(engine);
    const rows = Array.from({ length: 1_000 }, (_, index) => accountRow(`operator${index}`));
    await store.db.insertInto("account_user").values(rows).execute();
    expect((await customers()).length).toBe(1_000);
    expect((await read("acts")).map(({ action, by }) => [action, by]).toSorted()).toEqual([
      ["owner enrolled", ME],
      ["owner link created", "command line"],
    ]);
  });
});
