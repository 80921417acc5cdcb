import type { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { makeTables } from "./migrate.ts";
import type { Schema } from "./schema.ts";
import { NodeSqliteDialect } from "./sqlite-dialect.ts";
import { runStatement } from "./sqlite-statement.ts";

/** Makes the tables in an empty SQLite database that nobody else has open. */
export async function makeTablesIn(handle: DatabaseSync): Promise<void> {
  const file = {
    read: async (sql: string, parameters: readonly unknown[]) =>
      runStatement(handle, sql, parameters, true),
    write: (sql: string, parameters: readonly unknown[]) =>
      runStatement(handle, sql, parameters, false),
    writeLock: async () => () => {},
    begin: async () => handle.exec("begin"),
    commit: () => handle.exec("commit"),
    // A full disk has rolled it back already, and that error is the one to tell.
    rollback: () => handle.isTransaction && handle.exec("rollback"),
  };
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(file, "normal") });
  await db.transaction().execute(makeTables);
}
