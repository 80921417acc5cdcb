import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { migrate, MIGRATION_TABLE } from "../store/migrations.ts";
import { examinePostgres, ownSchema } from "../store/postgres.ts";
import type { Schema } from "../store/schema.ts";
import { NodeSqliteDialect } from "../store/sqlite-dialect.ts";
import { SqliteFile } from "../store/sqlite-file.ts";
import { withPostgres } from "./postgres-access.ts";
import { postgresRows } from "./postgres-rows.ts";
import { digestRows } from "./row-digest.ts";
import type { TableDigest } from "./row-digest.ts";
import { fillSqlite } from "./sqlite-rows.ts";
import { tablesOf } from "./tables.ts";

/**
 * Copies a PostgreSQL database, as it is at one instant, into an empty file, which becomes a SQLite database of the
 * same version.
 *
 * @returns what its rows are recognized by; undefined where no service has been.
 */
export function copyPostgres(url: string, draft: string): Promise<TableDigest[] | undefined> {
  return withPostgres(url, async (db) => {
    if ((await examinePostgres(db, await ownSchema(db, url), url)) === "none") {
      return undefined;
    }
    return db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (transaction) => {
        const { rows: done } = await sql<{ name: string }>`
          select name from ${sql.table(MIGRATION_TABLE)} order by name
        `.execute(transaction);
        const source = postgresRows(transaction);
        await makeTables(draft, done.at(-1)?.name ?? "");
        // Rows arrive in no order that foreign keys know of.
        const target = new DatabaseSync(draft, { enableForeignKeyConstraints: false });
        try {
          target.exec("pragma journal_mode = memory; pragma synchronous = off");
          const tables = tablesOf(target);
          await fillSqlite(target, tables, source);
          return await digestRows(tables, source);
        } finally {
          target.close();
        }
      });
  });
}

/** Makes the tables that a database has after a migration. */
async function makeTables(file: string, last: string): Promise<void> {
  const sqlite = new SqliteFile(file);
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(sqlite, "normal") });
  try {
    await migrate(db, { last });
  } finally {
    await db.destroy();
    sqlite.close();
  }
}
