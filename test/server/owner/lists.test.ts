import { describe, expect, test } from "vitest";
import { usageDay } from "../../../server/access/usage.ts";
import { audit } from "../../../server/account/audit-log.ts";
import { queueNews } from "../../../server/account/mail/news.ts";
import { createOutbox } from "../../../server/account/mail/outbox.ts";
import { giveDays, takeDays } from "../../../server/owner/days.ts";
import { listCsv } from "../../../server/owner/list.ts";
import { moveAddress } from "../../../server/owner/move-address.ts";
import type { OfficeContext, OfficeRequest } from "../../../server/owner/office/context.ts";
import { OFFICE_ROUTES } from "../../../server/owner/office/office.ts";
import { refund } from "../../../server/payment/balance.ts";
import { buyFromBalance } from "../../../server/payment/receive.ts";
import { dismiss } from "../../../server/payment/review.ts";
import { formatUsdt } from "../../../server/payment/usdt.ts";
import { readRevision } from "../../../server/store/revision.ts";
import type { Store } from "../../../server/store/store.ts";
import { engines, sqlite } from "../../support/engines.ts";
import type { Engine } from "../../support/engines.ts";
import { openPaymentSetup } from "../../support/payment-setup.ts";
import {
  aClaim,
  anAccount,
  anInvoice,
  aReceipt,
  assign,
  decided,
  hashOf,
  TERMS,
  unassign,
  vault,
} from "../../support/payments.ts";
import { RECEIVER } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 9);
const DAY_MS = 86_400_000;
const USDT = 1_000_000;
const SENDER = "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf";

/** A service, and the lists of its back office at a time. */
async function open(engine: Engine) {
  const place = await engine.place();
  const setup = await openPaymentSetup(NOW_MS, { place });
  const { store } = setup;
  let number = 0;
  /** Pays so much more than the account's invoice asks for. */
  async function pay(accountId: string, atMs: number, more = 0): Promise<string> {
    const hash = hashOf((number += 1));
    const invoice = await anInvoice(store, accountId, atMs);
    const claim = await aClaim(store, invoice, hash, atMs);
    const transfers = [{ to: RECEIVER, amount: invoice.amount + more }];
    await decided(store, claim, aReceipt(hash, atMs, transfers), atMs);
    return hash;
  }
  const context = { store, explorerUrl: "https://explorer.example/#/" } as OfficeContext;
  /** A list, as the page gives it for a file. */
  async function list(page: string, query: Readonly<Record<string, string>> = {}) {
    const asked = { query: new URLSearchParams({ csv: "1", ...query }), nowMs: NOW_MS };
    const route = OFFICE_ROUTES[`/owner/${page}/`];
    const answer = await route?.get(context, asked as OfficeRequest);
    if (answer === undefined || !("list" in answer)) {
      throw new Error(`${page} gave no list.`);
    }
    return answer.list;
  }
  const read = async (page: string, query: Readonly<Record<string, string>> = {}) => {
    const { columns, rows } = await list(page, query);
    return rows.map((row): Record<string, unknown> =>
      Object.fromEntries(row.map((cell, index) => [columns[index], cell])),
    );
  };
  return { setup, store, pay, list, read };
}

/** A browser in which somebody is signed in. */
async function aSession(store: Store, userId: string): Promise<void> {
  const at = new Date(NOW_MS).toISOString();
  await store.db
    .insertInto("account_session")
    .values({
      id: `ses_${userId}`,
      token: `token of ${userId}`,
      user_id: userId,
      expires_at: new Date(NOW_MS + DAY_MS).toISOString(),
      ip_address: null,
      user_agent: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

async function used(store: Store, accountId: string, loads: number): Promise<void> {
  const { id } = await store.db
    .selectFrom("api_key")
    .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
    .select("api_key.id")
    .where("subscription.account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  await store.db
    .updateTable("api_key")
    .set({ origins: JSON.stringify(["https://www.operator.example"]) })
    .where("id", "=", id)
    .execute();
  const today = usageDay(NOW_MS);
  const rows = [
    { key_id: id, day: today, what: "load", count: loads },
    { key_id: id, day: today, what: "refused:expired", count: 9 },
    { key_id: id, day: today - 31, what: "load", count: 9 },
  ];
  await store.db.insertInto("usage_day").values(rows).execute();
}

describe.each(engines)("in the back office on $name the owner sees", (engine) => {
  test("who pays, until when, for what, where, and how much it is used", async () => {
    const { store, pay, read } = await open(engine);
    await pay("ann", NOW_MS, 3 * USDT);
    await used(store, "ann", 41);
    await audit(store.db, "ann", "signed_in", NOW_MS - 5_000);
    await anAccount(store, "ben");
    expect(await read("customers")).toMatchObject([
      {
        email: "ann@operator.example",
        state: "active",
        since: "2026-01-01",
        plan: "Month",
        until: "2026-07-31T09:00:00Z",
        balance_usdt: "3.00",
        keys: 1,
        sites: "https://www.operator.example",
        loads_30_days: 41,
        signed_in: "2026-07-01T08:59:55Z",
        account: "ann",
      },
      { email: "ben@operator.example", plan: null, until: null, keys: 0, signed_in: null },
    ]);
  });

  test("who leaves: whose plan ends soon, or has ended lately", async () => {
    const { pay, read } = await open(engine);
    await pay("ann", NOW_MS - 25 * DAY_MS);
    await pay("ben", NOW_MS);
    await pay("cat", NOW_MS - 33 * DAY_MS);
    await pay("dan", NOW_MS - 70 * DAY_MS);
    const ending = async (days: string) =>
      (await read("customers", { ending: days })).map(({ account }) => account);
    expect(await ending("30")).toEqual(["cat", "ann", "ben"]);
    expect(await ending("7")).toEqual(["cat", "ann"]);
  });

  test("what was earned, by month and plan: what went to balances is earned when it is spent", async () => {
    const { store, pay, read } = await open(engine);
    await pay("ann", NOW_MS - 40 * DAY_MS, 4 * USDT);
    await pay("ben", NOW_MS);
    const plan = { name: "Day", days: 1, price: 3 * USDT };
    const order = { accountId: "ann", plan, terms: TERMS };
    await buyFromBalance(store, vault, order, NOW_MS);
    const rows = await read("books", { list: "revenue" });
    expect(rows.map(({ month, plan, sold }) => [month, plan, sold])).toEqual([
      ["2026-07", "Day", 1],
      ["2026-07", "Month", 1],
      ["2026-05", "Month", 1],
    ]);
    const [day, ...months] = rows.map(({ usdt }) => Number(usdt));
    expect(day).toBe(3);
    for (const month of months) {
      expect(month).toBeGreaterThan(48.99);
      expect(month).toBeLessThan(49);
    }
  });

  test("all that came in, found by transaction, sender, address or amount", async () => {
    const { store, pay, read } = await open(engine);
    const first = await pay("ann", NOW_MS);
    const second = await pay("ann", NOW_MS + 1_000, -USDT);
    await pay("ben", NOW_MS + 2_000, -USDT - 1);
    expect((await read("payments")).map(({ became }) => became)).toEqual([
      "waiting",
      "balance",
      "plan",
    ]);
    expect(await read("payments", { find: first.toUpperCase() })).toMatchObject([
      { plan: "Month", email: "ann@operator.example", transaction: first, from: SENDER },
    ]);
    expect(await read("payments", { find: SENDER })).toHaveLength(3);
    expect(await read("payments", { find: "Ann@operator.example" })).toHaveLength(2);
    const { amount } = await store.db
      .selectFrom("balance_entry")
      .select("amount")
      .executeTakeFirstOrThrow();
    expect(await read("payments", { find: String(amount / USDT) })).toMatchObject([
      { transaction: second, became: "balance", plan: null },
    ]);
    expect(await read("payments", { find: hashOf(99) })).toEqual([]);
  });

  test("what came in day by day", async () => {
    const { setup, read } = await open(engine);
    const { store, node, clock } = setup;
    const worker = setup.startWorker("a");
    await worker.work();
    const { amount } = await anInvoice(store, "ann", NOW_MS);
    node.arrive(hashOf(1), NOW_MS, [{ to: RECEIVER, amount }]);
    node.arrive(hashOf(2), NOW_MS + 1, [{ to: RECEIVER, amount: 7 * USDT }]);
    node.arrive(hashOf(3), NOW_MS + 3, [{ to: RECEIVER, amount: 2 * USDT }]);
    for (let turn = 0; turn < 3; turn++) {
      clock.nowMs += 30_000;
      await worker.work();
    }
    expect(await read("books", { list: "days" })).toEqual([
      {
        day: "2026-07-01",
        came_in_usdt: formatUsdt(amount + 9 * USDT),
        plans: formatUsdt(amount),
        balances: "0.00",
        waiting: "9.00",
        dismissed: "0.00",
      },
    ]);
  });

  test("moves an account whose mailbox is lost: it is signed out, and both mailboxes are told", async () => {
    const { store, pay, read } = await open(engine);
    const outbox = createOutbox(store, vault);
    const mails = { outbox, baseUrl: "https://games.example.com", timeZone: "UTC" };
    await pay("ann", NOW_MS);
    await anAccount(store, "ben");
    await aSession(store, "ann");
    await aSession(store, "ben");
    const move = (newEmail: string, email = "ann@operator.example") =>
      moveAddress(store, mails, { email, newEmail, reason: "showed the invoice of May" }, NOW_MS);
    await expect(move("ben@operator.example")).rejects.toThrow("has an account already");
    expect(() => move("nowhere")).toThrow("is no e-mail address");
    await expect(move("a@b.example", "eve@a.example")).rejects.toThrow("There is no account");
    expect(await store.db.selectFrom("account_session").select("user_id").execute()).toHaveLength(
      2,
    );

    // Anybody can register an address that is not theirs. It keeps nobody from it.
    await anAccount(store, "eve");
    await store.db
      .updateTable("account_user")
      .set({ email: "ann@new.example", email_verified: 0 })
      .where("id", "=", "eve")
      .execute();
    await move("Ann@New.example");
    expect(await store.db.selectFrom("account_session").select("user_id").execute()).toEqual([
      { user_id: "ben" },
    ]);
    const [customer] = await read("customers");
    expect(customer).toMatchObject({ account: "ann", email: "ann@new.example", plan: "Month" });
    await queueNews({ ...mails, store, log: () => {}, withheld: () => {} }, NOW_MS);
    const sent: [string, string][] = [];
    for (let taken = await outbox.take(NOW_MS); taken; taken = await outbox.take(NOW_MS)) {
      sent.push([taken.mail?.to ?? "", taken.mail?.text ?? ""]);
      await outbox.sent(taken, NOW_MS);
    }
    expect(sent).toContainEqual([
      "ann@operator.example",
      expect.stringContaining("This address no longer signs in"),
    ]);
    expect(sent).toContainEqual([
      "ann@new.example",
      expect.stringContaining("we gave your Tableside account this address"),
    ]);
    // Nothing can be deleted from the trail, and an account can: it holds no address.
    const acts = await store.db.selectFrom("owner_act").selectAll().execute();
    expect(acts).toMatchObject([{ action: "address_moved", account_id: "ann" }]);
    expect(JSON.stringify(acts)).not.toContain("@");
  });

  test("gives days with a reason, and takes them, and the trail says so for good", async () => {
    const { store, read } = await open(engine);
    await anAccount(store, "ann");
    const order = (days: number) => ({ email: "ann@operator.example", days, reason: "an outage" });
    const give = async (days: number) =>
      (await giveDays(store, vault, order(days), NOW_MS)).endsAtMs - NOW_MS;
    const take = async (days: number) =>
      (await takeDays(store, order(days), NOW_MS)).endsAtMs - NOW_MS;
    await expect(take(3)).rejects.toThrow("has no days left");
    const before = await readRevision(store);
    expect(await give(10)).toBe(10 * DAY_MS);
    expect(await readRevision(store)).toBeGreaterThan(before);
    expect(await read("customers")).toMatchObject([{ until: "2026-07-11T09:00:00Z", keys: 1 }]);
    expect(await give(1)).toBe(11 * DAY_MS);
    expect(await take(4)).toBe(7 * DAY_MS);
    expect(await take(400)).toBe(0);
    const acts = await read("trail");
    expect(acts).toHaveLength(4);
    expect(acts).toContainEqual({
      at: "2026-07-01T09:00:00Z",
      action: "days taken",
      email: "ann@operator.example",
      email_now: null,
      by: null,
      detail: "days: 4, reason: an outage",
    });
    for (const change of [
      store.db.updateTable("owner_act").set({ detail: "{}" }),
      store.db.deleteFrom("owner_act"),
    ]) {
      await expect(change.execute()).rejects.toThrow("owner_act only grows");
    }
    expect(await read("trail")).toEqual(acts);
  });

  test("what was decided about payments, in the same trail", async () => {
    const { store, pay, read } = await open(engine);
    const hash = await pay("ann", NOW_MS, -USDT - 1);
    const { id } = await store.db.selectFrom("claim").select("id").executeTakeFirstOrThrow();
    await assign(store, { id, term: { days: 29 } }, NOW_MS);
    await unassign(store, id, NOW_MS + 1_000);
    await dismiss(store, id, NOW_MS + 2_000);
    await pay("ann", NOW_MS + 3_000, 5 * USDT);
    const back = { account: "ann@operator.example", amount: USDT, hash: hashOf(90) };
    await refund(store, back, NOW_MS + 4_000);
    const acts = await read("trail");
    expect(acts.map(({ action }) => action)).toEqual([
      "refunded",
      "dismissed",
      "unassigned",
      "assigned",
    ]);
    expect(acts.at(-1)).toMatchObject({ detail: expect.stringContaining(`hash: ${hash}`) });
  });

  test("a thousand customers, a page of them in memory at a time", async () => {
    const { store, read } = await open(engine);
    const numbers = Array.from({ length: 1_000 }, (_, index) => String(index).padStart(4, "0"));
    await store.db
      .insertInto("account_user")
      .values(
        numbers.map((number) => ({
          id: `operator${number}`,
          name: "",
          email: `operator${number}@operator.example`,
          email_verified: 1 as const,
          image: null,
          lang: "en",
          created_at: "2026-01-01T00:00:00.000Z",
          updated_at: "2026-01-01T00:00:00.000Z",
        })),
      )
      .execute();
    const found = await read("customers");
    expect(found.map(({ account }) => account)).toEqual(numbers.map((each) => `operator${each}`));
  });
});

test("the lists of the back office run nothing in a spreadsheet that a stranger typed", async () => {
  const { store, list } = await open(sqlite);
  await anAccount(store, "ann");
  await store.db.updateTable("account_user").set({ email: "=cmd@evil.example" }).execute();
  expect(listCsv(await list("customers"))).toMatch(
    /^"email","state",.*\r\n"'=cmd@evil\.example","unpaid","2026-01-01","",""/,
  );
});
