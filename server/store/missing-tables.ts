import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { queriesOf } from "./read-store.ts";
import type { Schema } from "./schema.ts";
import { makeTablesIn } from "./tables-like.ts";

/**
 * The tables and columns that a database lacks, such as `table beacon` and `column origins in the table
 * api_key`: it is held against one in memory.
 */
export async function missingTables(db: Kysely<Schema>): Promise<string[]> {
  const found = await tablesOf(db);
  const model = new DatabaseSync(":memory:");
  try {
    await makeTablesIn(model);
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
