import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { tempFile } from "../../support/temp-store.ts";
import { createFindings } from "../findings.ts";
import { createHost } from "../host.ts";
import { createStepChecks } from "./each-step.ts";

/** A database that a server writes to, and what looks into it after each of its steps. */
async function watched() {
  const file = await tempFile();
  const open = () => {
    const db = new DatabaseSync(file);
    onTestFinished(() => db.close());
    return db;
  };
  const server = open();
  server.exec("pragma journal_mode = wal; create table heartbeat (server text)");
  const findings = createFindings(() => {});
  const host = createHost("north", 0);
  let db = open();
  let looks = 0;
  const checks = createStepChecks({
    findings,
    db: () => db,
    books: { check: () => void (looks += 1) },
    hasBeacons: false,
    hosts: () => [host],
    nowMs: () => 0,
  });
  const replace = () => void (db = open());
  return { server, host, findings, checks, replace, looks: () => looks };
}

const FLOOD = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 100)
  insert into heartbeat select i from n`;

test("what is wrong for a single step is found", async () => {
  const { server, findings, checks } = await watched();
  server.exec(FLOOD);
  checks.step();
  server.exec("delete from heartbeat");
  checks.step();
  expect(findings.first).toBe("nothing grows without end: heartbeat has 100 rows");
});

test("what a process has for a single step is found, also where it writes nothing", async () => {
  const { host, findings, checks } = await watched();
  checks.step();
  host.timers = 101;
  checks.step();
  expect(findings.first).toBe("nothing grows without end: north has 101 timers");
});

test("the database is looked into after a step that committed something, and in no other", async () => {
  const { server, checks, looks } = await watched();
  checks.step();
  checks.step();
  expect(looks()).toBe(1);
  server.exec("begin; insert into heartbeat values ('north')");
  checks.step();
  expect(looks()).toBe(1);
  server.exec("commit");
  checks.step();
  checks.step();
  expect(looks()).toBe(2);
});

test("another database in its place is looked into, and so it is whenever somebody asks", async () => {
  const { checks, replace, looks } = await watched();
  checks.step();
  replace();
  checks.step();
  checks.look();
  expect(looks()).toBe(3);
});
