import { expect, test } from "vitest";
import { startService, withStoreOf } from "../../support/service.ts";
import { signedInVisitor } from "../../support/visitor.ts";

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
