import { randomBytes } from "node:crypto";
import { cp } from "node:fs/promises";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { times } from "../support/effort.ts";
import { issueKey, startService, withStoreOf } from "../support/service.ts";
import type { TestService } from "../support/service.ts";
import { fuzzSeed } from "./fuzz-seed.ts";

/** Set it to try other rows; fast-check prints it with each failure. */

const ADDRESSES = [
  "/healthz",
  "/embed/baccarat/api/current",
  "/embed/baccarat/api/results",
  "/embed/baccarat/api/rounds/521280",
  "/fairness/baccarat/2026-07-01.json",
  "/fairness/keys.json",
];

const junk = fc.oneof(
  fc.constantFrom<string | number>("", "{", "{}", "[]", "null", -1, 0, 1.5, 9e15, "\u{fffd}"),
  fc.string({ unit: "binary", maxLength: 30 }),
);

/** Every column of a table that has rows. */
async function columnsOf({ dataDir }: TestService): Promise<[table: string, column: string][]> {
  return withStoreOf(dataDir, async ({ db }) => {
    const { rows } = await sql<{ tbl: string; col: string }>`
      select m.name as tbl, c.name as col from sqlite_master m join pragma_table_info(m.name) c
      where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like 'kysely_%'
      order by tbl, col`.execute(db);
    const full: [string, string][] = [];
    for (const { tbl, col } of rows) {
      const found = await sql`select 1 from ${sql.table(tbl)} limit 1`.execute(db);
      if (found.rows.length > 0) {
        full.push([tbl, col]);
      }
    }
    return full;
  });
}

test("junk in any column is refused at the start in words, or costs what it belongs to alone", async () => {
  const first = await startService();
  await issueKey(first);
  await first.catchUp();
  const columns = await columnsOf(first);
  await first.close();
  expect(columns.length).toBeGreaterThan(10);
  await fc.assert(
    fc.asyncProperty(fc.nat(), junk, async (place, value) => {
      const [table, column] = columns[place % columns.length] as [string, string];
      const dataDir = `${first.dataDir}-${randomBytes(4).toString("hex")}`;
      await cp(first.dataDir, dataDir, { recursive: true });
      // A constraint of the table may refuse it, which is as good.
      await withStoreOf(dataDir, ({ db }) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(db),
      ).catch(() => {});
      const opened = await startService({ env: { DATA_DIR: dataDir } }).catch(
        (error: unknown) => error as Error,
      );
      const [service, error] = opened instanceof Error ? [undefined, opened] : [opened, undefined];
      // Words for a person: not what SQLite, JSON or a number said to a program.
      expect(error?.name ?? "StartError", `${table}.${column}`).toMatch(/^(Start|Store)Error$/);
      for (const address of service === undefined ? [] : ADDRESSES) {
        const { status } = await (service as TestService).app.request(
          `http://tableside.test${address}`,
        );
        expect([address, status >= 500 && status !== 503], `${table}.${column}`).toEqual([
          address,
          false,
        ]);
      }
      await service?.close();
    }),
    { seed: fuzzSeed, numRuns: times(15, 400) },
  );
});
