import { expect, test } from "vitest";
import { startService, withStoreOf } from "../../support/service.ts";
import { SELLING } from "../../support/tron-node.ts";
import { signedInVisitor, subscribe } from "../../support/visitor.ts";
import type { Visitor } from "../../support/visitor.ts";

test("an account's usage can be downloaded as CSV", async () => {
  const service = await startService();
  const ann = await signedInVisitor(service);
  const { id, hint } = await subscribe(service.dataDir);
  const eve = await signedInVisitor(service, "eve@operator.example");
  await withStoreOf(service.dataDir, async ({ db }) => {
    await db
      .insertInto("usage_day")
      .values([
        { key_id: id, day: 20_000, what: "load", count: 3 },
        { key_id: id, day: 20_000, what: "=cmd()", count: 2 },
      ])
      .execute();
  });
  const usage = await ann.get("/account/usage.csv");
  expect(usage.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect((await usage.text()).split("\r\n")).toEqual([
    '"day","key_ends_in","what","count"',
    `"2024-10-04","${hint}","'=cmd()","2"`,
    `"2024-10-04","${hint}","load","3"`,
    "",
  ]);
  expect((await (await eve.get("/account/usage.csv")).text()).split("\r\n")).toHaveLength(2);
});

test("an account's invoices can be downloaded as CSV", async () => {
  const service = await startService({ env: SELLING });
  const ann = await signedInVisitor(service);
  await ann.post("/account/plans/", { plan: "30 days" });
  await withStoreOf(service.dataDir, ({ db }) =>
    db.updateTable("invoice").set({ plan: "=1+1" }).execute(),
  );
  const eve = await signedInVisitor(service, "eve@operator.example");
  const rowsOf = async (visitor: Visitor, list: string) => {
    const response = await visitor.get(`/account/${list}.csv`);
    expect(response.headers.get("content-disposition")).toContain(`"tableside-${list}.csv"`);
    return (await response.text()).split("\r\n").slice(0, -1);
  };
  expect(await rowsOf(ann, "invoices")).toEqual([
    '"time","invoice","plan","days","price_usdt","from_balance_usdt","asked_usdt","state","from","until"',
    expect.stringMatching(
      /^"2\d{3}-[^"]+Z","inv_\w+","'=1\+1","30","49.00","0.00","4[89]\.\d+","open","",""$/,
    ),
  ]);
  expect(await rowsOf(eve, "invoices")).toHaveLength(1);
});

test("downloads are rate limited for each account", async () => {
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
  expect((await eve.get("/account/invoices.csv")).status).toBe(200);
});
