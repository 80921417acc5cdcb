import { expect, test } from "vitest";
import { MAX_ENTRIES } from "../../../server/account/views/lists-csv.ts";
import { startService, withStoreOf } from "../../support/service.ts";
import { RECEIVER } from "../../support/tron-node.ts";
import { signedInVisitor } from "../../support/visitor.ts";
import type { Visitor } from "../../support/visitor.ts";

test("the audit log and the usage are files, of one's own account only, that run no formula", async () => {
  const service = await startService();
  const ann = await signedInVisitor(service);
  const { data } = await ann.send("dashboard", "/account/key/trial/");
  const eve = await signedInVisitor(service, "eve@operator.example");
  const { id = "", hint = "" } = data.trial ?? {};
  await withStoreOf(service.dataDir, async ({ db }) => {
    await db
      .insertInto("usage_day")
      .values([
        { key_id: id, day: 20_000, what: "load", count: 3 },
        { key_id: id, day: 20_000, what: "site:=cmd()", count: 2 },
      ])
      .execute();
  });
  const usage = await ann.get("/account/usage.csv");
  expect(usage.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect((await usage.text()).split("\r\n")).toEqual([
    '"day","key_ends_in","what","site_or_reason","count"',
    `"2024-10-04","${hint}","load","","3"`,
    `"2024-10-04","${hint}","site","'=cmd()","2"`,
    "",
  ]);
  const audit = await ann.get("/account/audit.csv");
  expect(audit.headers.get("content-disposition")).toContain("tableside-audit.csv");
  expect(await audit.text()).toMatch(/^"time","action","detail"\r\n.*"key_issued","key: /s);
  expect((await (await eve.get("/account/usage.csv")).text()).split("\r\n")).toHaveLength(2);
  expect(await (await eve.get("/account/audit.csv")).text()).not.toContain(id);
});

test("invoices, balance, webhooks and sessions are files, of one's own account only, that run no formula", async () => {
  const service = await startService({
    env: { SELL_SEED_MODE: "yes", TRON_ADDRESSES: RECEIVER, PLANS: "30 days:30:49" },
  });
  const ann = await signedInVisitor(service);
  await ann.post("/account/key/trial/");
  await ann.post("/account/plans/", { plan: "30 days" });
  const endpoint = {
    url: "https://hook.invalid/",
    "game-baccarat": "on",
    "event-round.result": "on",
  };
  await ann.post("/account/webhooks/", endpoint);
  const atMs = service.clock.nowMs;
  await withStoreOf(service.dataDir, async ({ db }) => {
    const { account_id: accountId } = await db
      .updateTable("invoice")
      .set({ plan: "=1+1" })
      .returning("account_id")
      .executeTakeFirstOrThrow();
    const entry = { account_id: accountId, contract: null, log_index: null, invoice_id: null };
    await db
      .insertInto("balance_entry")
      .values([
        { ...entry, id: "bal_1", kind: "too_much", amount: 4_000_000, tx_hash: "ab", at: atMs },
        { ...entry, id: "bal_2", kind: "spent", amount: -3_000_000, tx_hash: null, at: atMs + 1 },
      ])
      .execute();
    const { id } = await db.selectFrom("webhook_endpoint").select("id").executeTakeFirstOrThrow();
    const call = { endpoint_id: id, by_hand: 0, at: atMs, status: null, duration_ms: 12 } as const;
    await db
      .insertInto("webhook_call")
      .values({ ...call, slot: 0, message: "=cmd()", type: "test", fault: "timeout" })
      .execute();
    await db.updateTable("account_session").set({ user_agent: "@SUM(A1)" }).execute();
  });
  const eve = await signedInVisitor(service, "eve@operator.example");
  const rowsOf = async (visitor: Visitor, list: string) => {
    const answer = await visitor.get(`/account/${list}.csv`);
    expect(answer.headers.get("content-disposition")).toContain(`"tableside-${list}.csv"`);
    return (await answer.text()).split("\r\n").slice(0, -1);
  };
  const at = (ms: number) => new Date(ms).toISOString();
  expect(await rowsOf(ann, "invoices")).toEqual([
    '"time","invoice","plan","days","price_usdt","from_balance_usdt","asked_usdt","rest_of","state","from","until"',
    expect.stringMatching(
      /^"2\d{3}-[^"]+Z","inv_\w+","'=1\+1","30","49.00","0.00","4[89]\.\d+","","open","",""$/,
    ),
  ]);
  expect(await rowsOf(ann, "balance")).toEqual([
    '"time","kind","in_usdt","out_usdt","invoice","transaction"',
    `"${at(atMs + 1)}","spent","","3.00","",""`,
    `"${at(atMs)}","too_much","4.00","","","ab"`,
  ]);
  expect(await rowsOf(ann, "webhook-calls")).toEqual([
    '"time","endpoint","webhook","type","status","fault","took_ms","by_hand"',
    `"${at(atMs)}","https://hook.invalid/","'=cmd()","test","","timeout","12","no"`,
  ]);
  expect(await rowsOf(ann, "sessions")).toEqual([
    '"since","until","address","browser","this_browser"',
    expect.stringMatching(/^"2\d{3}-[^"]+Z","2\d{3}-[^"]+Z","127.0.0.1","'@SUM\(A1\)","yes"$/),
  ]);
  expect(await rowsOf(ann, "webhooks")).toEqual([
    '"endpoint","games","events","state","since"',
    expect.stringMatching(/^"https:\/\/hook\.invalid\/","baccarat","round\.result","\w+","/),
  ]);
  for (const list of ["invoices", "balance", "webhook-calls", "webhooks"]) {
    expect(await rowsOf(eve, list)).toHaveLength(1);
  }
  expect(await rowsOf(eve, "sessions")).toHaveLength(2);
});

test("lists as files have a limit for each account, which others do not feel", async () => {
  const service = await startService();
  const ann = await signedInVisitor(service);
  const eve = await signedInVisitor(service, "eve@operator.example");
  const statuses: number[] = [];
  for (let number = 0; number < 61; number += 1) {
    statuses.push((await eve.get("/account/usage.csv")).status);
  }
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([60, 303]);
  expect((await ann.get("/account/usage.csv")).status).toBe(200);
  expect((await eve.get("/account/")).status).toBe(200);
  service.clock.nowMs += 2_000;
  expect((await eve.get("/account/audit.csv")).status).toBe(200);
});

// It had 20,000 entries at most, which half a day of forms makes: each download kept every round waiting for a quarter
// of a second, and an account has 60 at once.
test("an audit log of any length is a file of its latest entries", async () => {
  const service = await startService();
  const ann = await signedInVisitor(service);
  const atMs = service.clock.nowMs;
  const count = MAX_ENTRIES + 1_000;
  await withStoreOf(service.dataDir, async ({ db }) => {
    const { account_id } = await db
      .selectFrom("audit")
      .select("account_id")
      .executeTakeFirstOrThrow();
    const entryAt = (number: number) => ({
      id: `aud_${number}`,
      account_id,
      action: "webhook_added",
      detail: "{}",
      at: atMs + number,
      unmailed: 0 as const,
    });
    await db.transaction().execute(async (transaction) => {
      for (let start = 0; start < count; start += 1_000) {
        const entries = Array.from({ length: 1_000 }, (_, index) => entryAt(start + index + 1));
        await transaction.insertInto("audit").values(entries).execute();
      }
    });
  });
  const lines = (await (await ann.get("/account/audit.csv")).text()).trim().split("\r\n");
  expect(lines).toHaveLength(MAX_ENTRIES + 1);
  expect(lines[1]).toContain(new Date(atMs + count).toISOString());
});
