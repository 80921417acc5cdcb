import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { readTablesNotes } from "./migrate.ts";
import { queriesOf } from "./read-store.ts";
import type { Schema } from "./schema.ts";
import { makeTablesLike } from "./tables-like.ts";

/**
 * The tables and columns that a database lacks, such as `table beacon` and `column origins in the table
 * api_key`, of those that its notes say were made: it is held against one in memory that is made like it.
 */
export async function missingTables(db: Kysely<Schema>): Promise<string[]> {
  const found = await tablesOf(db);
  const model = new DatabaseSync(":memory:");
  try {
    await makeTablesLike(model, await readTablesNotes(db));
    const wanted = await tablesOf(queriesOf(model));
    return [...wanted].flatMap(([name, columns]) => {
      const has = found.get(name);
      return has === undefined
        ? [`table ${name}`]
        : columns
            .filter((column) => !has.includes(column))
            .map((column) => `column ${column} in the table ${name}`);
    });
  } finally {
    model.close();
  }
}

async function tablesOf(db: Kysely<Schema>): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}
