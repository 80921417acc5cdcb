import { DatabaseSync } from "node:sqlite";
import { makeTablesIn } from "../store/make-tables.ts";
import { examinePostgres, ownSchema } from "../store/postgres.ts";
import { withPostgres } from "./postgres-access.ts";
import { postgresRows } from "./postgres-rows.ts";
import { digestRows } from "./row-digest.ts";
import type { TableDigest } from "./row-digest.ts";
import { fillSqlite } from "./sqlite-rows.ts";
import { tablesOf } from "./tables.ts";
import { requireWholeTables } from "./whole-tables.ts";

/**
 * Copies a PostgreSQL database, as it is at one instant, into an empty file, which becomes a SQLite database of the
 * same version.
 *
 * @returns what its rows are recognized by; undefined where no service has been.
 */
export function copyPostgres(url: string, draft: string): Promise<TableDigest[] | undefined> {
  return withPostgres(url, async (db) => {
    if (!(await examinePostgres(db, await ownSchema(db, url), url))) {
      return undefined;
    }
    return db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (transaction) => {
        await requireWholeTables(transaction);
        const source = postgresRows(transaction);
        // Rows arrive in no order that foreign keys know of.
        const target = new DatabaseSync(draft, { enableForeignKeyConstraints: false });
        try {
          target.exec("pragma journal_mode = memory; pragma synchronous = off");
          await makeTablesIn(target);
          const tables = tablesOf(target);
          await fillSqlite(target, tables, source);
          return await digestRows(tables, source);
        } finally {
          target.close();
        }
      });
  });
}
