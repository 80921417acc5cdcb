import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { readTablesNotes } from "./migrate.ts";
import { openForReading, queriesOf } from "./read-store.ts";
import type { Schema } from "./schema.ts";
import { makeTablesLike } from "./tables-like.ts";

/**
 * The tables and columns that a database lacks, such as `table beacon` and `column origins in the table
 * api_key`, of those that its notes say were made: it is held against one that is made like it, which is
 * gone afterwards.
 */
export async function missingTables(db: Kysely<Schema>): Promise<string[]> {
  const found = await tablesOf(db);
  const folder = await mkdtemp(join(tmpdir(), "tableside-tables-"));
  try {
    const file = join(folder, "model.sqlite");
    await makeTablesLike(file, await readTablesNotes(db));
    const model = openForReading(file);
    const wanted = await tablesOf(queriesOf(model)).finally(() => model.close());
    return [...wanted].flatMap(([name, columns]) => {
      const has = found.get(name);
      return has === undefined
        ? [`table ${name}`]
        : columns
            .filter((column) => !has.includes(column))
            .map((column) => `column ${column} in the table ${name}`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tablesOf(db: Kysely<Schema>): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}
