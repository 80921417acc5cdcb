import { Kysely } from "kysely";
import { migrate } from "./migrate.ts";
import type { TablesNotes } from "./migrate.ts";
import type { Schema } from "./schema.ts";
import { NodeSqliteDialect } from "./sqlite-dialect.ts";
import { SqliteFile } from "./sqlite-file.ts";

/** Makes tables in an empty SQLite file, or in one that is not there, like those of which a database says this. */
export async function makeTablesLike(file: string, notes: TablesNotes): Promise<void> {
  const sqlite = new SqliteFile(file);
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(sqlite, "normal") });
  try {
    await db.transaction().execute((within) => migrate(within, notes));
  } finally {
    await db.destroy();
    sqlite.close();
  }
}
