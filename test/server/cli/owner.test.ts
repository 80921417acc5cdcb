import { describe, expect, test } from "vitest";
import { usageDay } from "../../../server/access/usage.ts";
import { audit } from "../../../server/account/audit-log.ts";
import { queueNews } from "../../../server/account/mail/news.ts";
import { createOutbox } from "../../../server/account/mail/outbox.ts";
import { ownerCommand } from "../../../server/cli/owner.ts";
import { serviceVault } from "../../../server/cli/service-vault.ts";
import { loadSecret } from "../../../server/fairness/secret.ts";
import { assign } from "../../../server/payment/assign.ts";
import { refund } from "../../../server/payment/balance.ts";
import { buyFromBalance } from "../../../server/payment/buy-from-balance.ts";
import { dismiss } from "../../../server/payment/review.ts";
import { unassign } from "../../../server/payment/unassign.ts";
import { formatUsdt } from "../../../server/payment/usdt.ts";
import { readRevision } from "../../../server/store/revision.ts";
import type { Store } from "../../../server/store/store.ts";
import { callCommand } from "../../support/command.ts";
import { engines, settingsFor, sqlite } from "../../support/engines.ts";
import type { Engine } from "../../support/engines.ts";
import { openPaymentSetup } from "../../support/payment-setup.ts";
import {
  aClaim,
  anAccount,
  anInvoice,
  aReceipt,
  decided,
  hashOf,
  MONTH,
  TERMS,
  vault,
} from "../../support/payments.ts";
import { OTHER_SECRET_HEX, SECRET_HEX } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { listEntry, RECEIVER, receiptOf } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 9);
const DAY_MS = 86_400_000;
const USDT = 1_000_000;
const SENDER = "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf";

/** A service, and the owner's command as called at a time. */
async function open(engine: Engine, more: Readonly<Record<string, string>> = {}) {
  const place = await engine.place();
  const setup = await openPaymentSetup(NOW_MS, { place });
  const { store } = setup;
  await loadSecret({ dataDir: await tempFolder(), given: SECRET_HEX }, store);
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
  const settings = {
    ...settingsFor(place),
    ORACLE_SECRET: SECRET_HEX,
    SIGNING_KEY: OTHER_SECRET_HEX,
    ...more,
  };
  const owner = (...args: string[]) => callCommand(ownerCommand, args, settings, () => NOW_MS);
  const read = async (...args: string[]) => {
    const { code, stdout, stderr } = await owner(...args, "--json");
    expect([code, stderr]).toEqual([0, ""]);
    return JSON.parse(stdout) as Record<string, unknown>[];
  };
  return { setup, settings, store, pay, owner, read };
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

describe.each(engines)("on $name the owner sees", (engine) => {
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
    const ending = async (...args: string[]) =>
      (await read("ending", ...args)).map(({ account }) => account);
    expect(await ending()).toEqual(["cat", "ann", "ben"]);
    expect(await ending("--days", "7")).toEqual(["cat", "ann"]);
  });

  test("what was earned, by month and plan: what went to balances is earned when it is spent", async () => {
    const { store, pay, read } = await open(engine);
    await pay("ann", NOW_MS - 40 * DAY_MS, 4 * USDT);
    await pay("ben", NOW_MS);
    const plan = { name: "Day", days: 1, price: 3 * USDT };
    const order = { accountId: "ann", plan, terms: TERMS };
    await buyFromBalance(store, vault, order, NOW_MS);
    const rows = await read("revenue");
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
    const { store, pay, read, owner } = await open(engine);
    const first = await pay("ann", NOW_MS);
    const second = await pay("ann", NOW_MS + 1_000, -USDT);
    await pay("ben", NOW_MS + 2_000, -USDT - 1);
    expect((await read("payments")).map(({ became }) => became)).toEqual([
      "waiting",
      "balance",
      "plan",
    ]);
    expect(await read("payments", first.toUpperCase())).toMatchObject([
      { plan: "Month", email: "ann@operator.example", transaction: first, from: SENDER },
    ]);
    expect(await read("payments", SENDER)).toHaveLength(3);
    expect(await read("payments", "Ann@operator.example")).toHaveLength(2);
    const { amount } = await store.db
      .selectFrom("balance_entry")
      .select("amount")
      .executeTakeFirstOrThrow();
    expect(await read("payments", String(amount / USDT))).toMatchObject([
      { transaction: second, became: "balance", plan: null },
    ]);
    expect(await owner("payments", hashOf(99))).toMatchObject({
      stdout: "Nothing of that came in.\n",
    });
  });

  test("what came in day by day, and where the node's list and its receipts differ", async () => {
    const { setup, read } = await open(engine);
    const { store, node, clock } = setup;
    const watch = setup.startWatch("a");
    await watch.work();
    const { amount } = await anInvoice(store, "ann", NOW_MS);
    node.arrive(hashOf(1), NOW_MS, [{ to: RECEIVER, amount }]);
    node.arrive(hashOf(2), NOW_MS + 1, [{ to: RECEIVER, amount: 7 * USDT }]);
    // It is listed, and lost: the block was undone.
    node.listed.push(listEntry(hashOf(3), NOW_MS + 2, { to: RECEIVER, amount: 9 * USDT }));
    // The list says more than the receipt.
    node.listed.push(listEntry(hashOf(4), NOW_MS + 3, { to: RECEIVER, amount: 5 * USDT }));
    node.put(hashOf(4), receiptOf(hashOf(4), NOW_MS + 3, [{ to: RECEIVER, amount: 2 * USDT }]));
    for (let turn = 0; turn < 3; turn++) {
      clock.nowMs += 30_000;
      await watch.work();
    }
    expect(await read("days")).toEqual([
      {
        day: "2026-07-01",
        came_in_usdt: formatUsdt(amount + 9 * USDT),
        plans: formatUsdt(amount),
        balances: "0.00",
        waiting: "9.00",
        dismissed: "0.00",
      },
    ]);
    const found = async () =>
      (await read("differences")).map((each) => [each["difference"], each["transaction"]]);
    expect(await found()).toEqual([["other sum", hashOf(4)]]);
    // As if it had been listed a quarter of an hour before, and not looked up since.
    await store.db
      .updateTable("listed_transaction")
      .set({ listed_at: NOW_MS - 16 * 60_000 })
      .where("tx_hash", "=", hashOf(3))
      .execute();
    expect(await found()).toEqual([
      ["unread", hashOf(3)],
      ["other sum", hashOf(4)],
    ]);
    clock.nowMs += 2 * DAY_MS;
    await watch.work();
    expect((await found()).toSorted()).toEqual([
      ["other sum", hashOf(4)],
      ["unknown", hashOf(3)],
    ]);
  });

  test("switches off the codes of an account that has lost them, and both are told so", async () => {
    const { store, owner, read } = await open(engine);
    await anAccount(store, "ann");
    const args = ["codes-off", "Ann@operator.example", "--reason", "lost the phone"];
    expect((await owner(...args)).stderr).toContain("signs in without codes");
    await store.db.updateTable("account_user").set({ two_factor_enabled: 1 }).execute();
    await store.db
      .insertInto("account_two_factor")
      .values({
        id: "two",
        user_id: "ann",
        secret: "",
        backup_codes: "",
        verified: 1,
        locked_until: null,
      })
      .execute();
    const { stderr, stdout } = await owner(...args);
    expect([stderr, stdout]).toEqual(["", expect.stringContaining("with the password alone now")]);
    const flags = await store.db.selectFrom("account_user").select("two_factor_enabled").execute();
    expect(flags).toEqual([{ two_factor_enabled: 0 }]);
    const news = await store.db.selectFrom("audit").select(["action", "unmailed"]).execute();
    expect(news).toEqual([{ action: "second_factor_off", unmailed: 1 }]);
    expect(await read("acts")).toMatchObject([
      { action: "codes off", email: "ann@operator.example", detail: "reason: lost the phone" },
    ]);
  });

  test("what plans cost, and sets it from a time on, with a reason", async () => {
    const { owner, read } = await open(engine);
    const set = (usdt: string, ...args: string[]) =>
      owner("price", "30 days", usdt, "--reason", "costs rose", ...args);
    expect((await set("59", "--from", "2026-08-01")).stdout).toBe(
      "30 days costs 59.00 USDT from 2026-08-01T00:00:00.000Z on.\n",
    );
    expect((await set("59", "--from", "2026-08-01")).stdout).toContain("Nothing was changed.");
    expect((await set("59", "--from", "2026-06-30")).stderr).toContain("is over");
    expect((await set("fifty")).stderr).toContain("is no price");
    expect((await read("prices")).slice(0, 2)).toEqual([
      {
        plan: "30 days",
        days: 30,
        usdt: "59.00",
        from: "2026-08-01T00:00:00Z",
        state: "later",
        set: "2026-07-01T09:00:00Z",
        by: null,
        reason: "costs rose",
      },
      expect.objectContaining({ usdt: "49.00", from: null, state: "now", reason: "PLANS" }),
    ]);
    expect(await read("acts")).toMatchObject([{ action: "price set", by: null }]);
  });

  test("what is sold, and adds, renames, retires and offers plans, with a reason", async () => {
    const { owner, read } = await open(engine, { PLANS: "Month:30:49,Year:365:449" });
    const change = async (...args: string[]) => {
      const { code, stdout, stderr } = await owner(...args, "--reason", "asked for");
      return code === 0 ? stdout.trim() : stderr;
    };
    expect(await change("add-plan", "Week", "15", "--days", "7")).toBe(
      "Week is on sale: 7 days for 15.00 USDT.",
    );
    expect(await change("add-plan", "Week", "15", "--days", "7")).toContain('is called "Week"');
    expect(await change("rename-plan", "Month", "Monthly")).toBe("Month is called Monthly now.");
    expect(await change("retire-plan", "Year")).toContain("is not sold any more");
    expect(await change("retire-plan", "Year")).toContain("There is: Monthly, Week.");
    const sold = async () => (await read("plans")).map(({ plan, state }) => [plan, state]);
    expect(await sold()).toEqual([
      ["Monthly", "on sale"],
      ["Week", "on sale"],
      ["Year", "retired"],
    ]);
    expect(await change("offer-plan", "Year")).toBe("Year is sold again.");
    expect((await owner("plans", "--csv")).stdout).toContain(
      '"Week","7","15.00","on sale","2026-07-01T09:00:00Z","","asked for"',
    );
    for (const args of [["add-plan", "Week", "15"], ["retire-plan"], ["rename-plan", "Week"]]) {
      expect(await change(...args)).toContain(`Say: ${args[0]} `);
    }
    expect((await read("acts")).map(({ action }) => action).toSorted()).toEqual([
      "plan added",
      "plan offered",
      "plan renamed",
      "plan retired",
    ]);
  });

  test("who may open the back office, and who is invited", async () => {
    const { owner, read } = await open(engine);
    await owner("invite", "me@tableside.example");
    expect(await read("people")).toEqual([
      {
        person: "me@tableside.example",
        state: "invited",
        since: "2026-07-01T09:00:00Z",
        invitation_ends: "2026-07-02T09:00:00Z",
      },
    ]);
  });

  test("moves an account whose mailbox is lost: it is signed out, and both mailboxes are told", async () => {
    const { settings, store, pay, owner, read } = await open(engine, {
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "games@example.com",
      BASE_URL: "https://games.example.com",
    });
    await pay("ann", NOW_MS);
    await anAccount(store, "ben");
    await aSession(store, "ann");
    await aSession(store, "ben");
    const move = (to: string) =>
      owner("move", "Ann@operator.example", to, "--reason", "showed the invoice of May");
    expect((await move("ben@operator.example")).stderr).toContain("has an account already");
    expect((await move("nowhere")).stderr).toContain("is no e-mail address");
    expect((await owner("move", "eve@a.example", "a@b.example", "--reason", "x")).stderr).toContain(
      "There is no account",
    );
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
    const { stdout, stderr } = await move("Ann@New.example");
    expect([stderr, stdout]).toEqual(["", expect.stringContaining("Both are told by mail")]);
    expect(await store.db.selectFrom("account_session").select("user_id").execute()).toEqual([
      { user_id: "ben" },
    ]);
    const [customer] = await read("customers");
    expect(customer).toMatchObject({ account: "ann", email: "ann@new.example", plan: "Month" });
    const outbox = createOutbox(store, await serviceVault(store, settings));
    await queueNews(
      {
        store,
        outbox,
        baseUrl: "https://games.example.com",
        timeZone: "UTC",
        log: () => {},
        withheld: () => {},
      },
      NOW_MS,
    );
    const mails: [string, string][] = [];
    for (let taken = await outbox.take(NOW_MS); taken; taken = await outbox.take(NOW_MS)) {
      mails.push([taken.mail?.to ?? "", taken.mail?.text ?? ""]);
      await outbox.sent(taken, NOW_MS);
    }
    expect(mails).toContainEqual([
      "ann@operator.example",
      expect.stringContaining("This address no longer signs in"),
    ]);
    expect(mails).toContainEqual([
      "ann@new.example",
      expect.stringContaining("we gave your Tableside account this address"),
    ]);
    // Nothing can be deleted from the trail, and an account can: it holds no address.
    const acts = await store.db.selectFrom("owner_act").selectAll().execute();
    expect(acts).toMatchObject([{ action: "address_moved", account_id: "ann" }]);
    expect(JSON.stringify(acts)).not.toContain("@");
  });

  test("changes nothing for a command without its words or its reason, and says which are missing", async () => {
    const { store, owner } = await open(engine);
    await anAccount(store, "ann");
    const [ann, reason] = ["ann@operator.example", ["--reason", "asked for"]];
    for (const [args, words] of [
      [["suspend", ...reason], "Say whose account, and with --reason why."],
      [["suspend", ann], "Say whose account, and with --reason why."],
      [["suspend", ann, "--reason", " "], "Say whose account, and with --reason why."],
      [["suspend", ann, "ben@operator.example", ...reason], "Say whose account"],
      [["suspend", ann, ...reason, "--days", "3"], "Unknown option '--days'"],
      [["give", "--days", "3", ...reason], "Say whose days, how many, and with --reason why."],
      [["give", ann, "--days", "3"], "Say whose days, how many, and with --reason why."],
      [["give", ann, ...reason], "whole number from 1 to 3660"],
      [["move", ann, ...reason], "Say whose account, its new address, and with --reason why."],
      [["price", "Month", "59"], "Say which plan, what it is to cost, and with --reason why."],
    ] as const) {
      const { code, stdout, stderr } = await owner(...args);
      expect([args, code, stdout]).toEqual([args, 2, ""]);
      expect(stderr).toContain(words);
    }
    expect(await store.db.selectFrom("owner_act").selectAll().execute()).toEqual([]);
  });

  test("gives days with a reason, and takes them, and the trail says so for good", async () => {
    const { store, owner, read } = await open(engine);
    await anAccount(store, "ann");
    const change = (command: string, days: string) =>
      owner(command, "Ann@operator.example", "--days", days, "--reason", "a long outage");
    expect((await change("take", "3")).stderr).toContain("has no days left");
    const before = await readRevision(store);
    const given = await change("give", "10");
    expect([given.stderr, given.stdout]).toEqual(["", expect.stringContaining("2026-07-11T09:00")]);
    expect(await readRevision(store)).toBeGreaterThan(before);
    expect(await read("customers")).toMatchObject([{ until: "2026-07-11T09:00:00Z", keys: 1 }]);
    expect((await change("give", "1")).stdout).toContain("2026-07-12T09:00");
    expect((await change("take", "4")).stdout).toContain("2026-07-08T09:00");
    expect((await change("take", "400")).stdout).toContain("2026-07-01T09:00");
    const acts = await read("acts");
    expect(acts).toHaveLength(4);
    expect(acts).toContainEqual({
      at: "2026-07-01T09:00:00Z",
      action: "days taken",
      email: "ann@operator.example",
      email_now: null,
      by: null,
      detail: "days: 4, reason: a long outage",
    });
    for (const change of [
      store.db.updateTable("owner_act").set({ detail: "{}" }),
      store.db.deleteFrom("owner_act"),
    ]) {
      await expect(change.execute()).rejects.toThrow("owner_act only grows");
    }
    expect(await read("acts")).toEqual(acts);
  });

  test("what was decided about payments, in the same trail", async () => {
    const { store, pay, read } = await open(engine);
    const hash = await pay("ann", NOW_MS, -USDT - 1);
    const { id } = await store.db.selectFrom("claim").select("id").executeTakeFirstOrThrow();
    const assignment = { claimId: id, term: { days: 29 }, force: false };
    await assign(store, vault, assignment, [MONTH], NOW_MS);
    await unassign(store, id, NOW_MS + 1_000);
    await dismiss(store, id, NOW_MS + 2_000);
    await pay("ann", NOW_MS + 3_000, 5 * USDT);
    const back = { account: "ann@operator.example", amount: USDT, hash: hashOf(90) };
    await refund(store, back, NOW_MS + 4_000);
    const acts = await read("acts");
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

describe("the owner's lists", () => {
  test("are tables for people and CSV for spreadsheets, which run nothing that a stranger typed", async () => {
    const { store, owner } = await open(sqlite);
    await anAccount(store, "ann");
    await store.db.updateTable("account_user").set({ email: "=cmd@evil.example" }).execute();
    expect((await owner("customers")).stdout).toMatch(/^EMAIL +STATE +SINCE +PLAN +UNTIL/);
    const { stdout } = await owner("customers", "--csv");
    expect(stdout).toMatch(
      /^"email","state",.*\r\n"'=cmd@evil\.example","unpaid","2026-01-01","",""/,
    );
    expect((await owner("revenue")).stdout).toBe("Nothing was sold.\n");
  });

  test.each([
    [[]],
    [["earnings"]],
    [["customers", "ann"]],
    [["customers", "--json", "--csv"]],
    [["customers", "--days", "3"]],
    [["ending", "--days", "soon"]],
    [["payments", "ann"]],
    [["give", "ann@operator.example", "--days", "3"]],
    [["take", "--days", "3", "--reason", "none"]],
    [["codes-off", "--reason", "none"]],
    [["codes-off", "ann@operator.example"]],
    [["codes-off", "ann@operator.example", "eve@operator.example", "--reason", "none"]],
    [["give", "ann@operator.example", "--days", "0", "--reason", "none"]],
    [["price", "30 days", "59"]],
    [["price", "59", "--reason", "costs rose"]],
    [["move", "ann@operator.example", "--reason", "none"]],
    [["move", "ann@operator.example", "ann@new.example"]],
  ])("%j is refused with what there is", async (args) => {
    const { owner } = await open(sqlite);
    const refused = await owner(...args);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("Usage:")]);
  });
});
