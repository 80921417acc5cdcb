import { DatabaseSync } from "node:sqlite";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { createFindings } from "../findings.ts";
import { createHost } from "../host.ts";
import type { Host } from "../host.ts";
import { checkProcesses, checkTables } from "./bounds.ts";

/* A look that never finds anything would let every fault pass: each bound is seen kept and broken here. */

/** Looks at a server and a database of which something is so; gives what was broken. */
function looked(has: (host: Host, db: DatabaseSync) => void): string | null {
  const db = new DatabaseSync(":memory:");
  onTestFinished(() => db.close());
  db.exec("create table heartbeat (server text); create table audit (id text)");
  const host = createHost("north", 0);
  has(host, db);
  const findings = createFindings(() => {});
  checkProcesses(findings, [createHost("south", 0), host]);
  checkTables(findings, db);
  return findings.first;
}

function fill(db: DatabaseSync, table: string, rows: number): void {
  db.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
    insert into ${table} select i from n`);
}

function open(host: Host, count: number, isOpen: boolean): void {
  for (let number = 0; number < count; number++) {
    host.handles.add({ close() {}, isOpen });
  }
}

test("what a server has, and what is kept over hours, is within bounds", () => {
  const found = looked((host, db) => {
    host.timers = 100;
    open(host, 20, true);
    // Closed ones are no burden.
    open(host, 200, false);
    fill(db, "heartbeat", 60);
    fill(db, "audit", 5_000);
  });
  expect(found).toBeNull();
});

test.each<readonly [string, (host: Host, db: DatabaseSync) => void]>([
  ["north has 101 timers", (host) => (host.timers = 101)],
  [
    "north has 501 connections",
    (host) => {
      for (let number = 0; number < 501; number++) {
        host.sockets.add(new PassThrough());
      }
    },
  ],
  ["north has 21 open databases", (host) => open(host, 21, true)],
  ["heartbeat has 61 rows", (_, db) => fill(db, "heartbeat", 61)],
  ["audit has 5001 rows", (_, db) => fill(db, "audit", 5_001)],
])("too much is found: %s", (words, has) => {
  expect(looked(has)).toBe(`nothing grows without end: ${words}`);
});
