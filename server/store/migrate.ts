import { type Kysely, sql, type Transaction } from "kysely";
import { MIGRATIONS } from "./migrations.ts";
import type { Schema } from "./schema.ts";
import { StoreError } from "./store-error.ts";

/** The table that names the migrations that were done. */
export const MIGRATION_TABLE = "kysely_migration";

const NAMES: readonly string[] = Object.keys(MIGRATIONS).toSorted();

/**
 * Whether a database has tables, by the migrations that it says were done.
 *
 * @param place what it is called in words.
 * @throws StoreError when they are those of another version.
 */
export function hasTables(done: readonly string[], place: string): boolean {
  if (done.length > 0 && done.toSorted().join() !== NAMES.join()) {
    throw new StoreError(
      "version",
      `${place} was made by another version of Tableside. Start that version, or restore a backup of this one.`,
    );
  }
  return done.length > 0;
}

type Notes = Schema & { kysely_migration: { name: string; timestamp: string } };

/** The migrations that were done in a database, whose table of them must be there. */
export async function doneMigrations(db: Kysely<Schema>): Promise<string[]> {
  const rows = await notesOf(db).selectFrom(MIGRATION_TABLE).select("name").execute();
  return rows.map(({ name }) => name);
}

/**
 * Makes the tables, unless they are there; all of them or none.
 *
 * @param within a transaction that no other process alters tables beside.
 */
export async function makeTables(within: Transaction<Schema>): Promise<void> {
  const notes = notesOf(within);
  await notes.schema
    .createTable(MIGRATION_TABLE)
    .ifNotExists()
    .addColumn("name", "varchar(255)", (column) => column.primaryKey().notNull())
    .addColumn("timestamp", "varchar(255)", (column) => column.notNull())
    .execute();
  if ((await doneMigrations(within)).length > 0) {
    return;
  }
  for (const name of NAMES) {
    await MIGRATIONS[name]?.up(within);
    const timestamp = sql<string>`current_timestamp`;
    await notes.insertInto(MIGRATION_TABLE).values({ name, timestamp }).execute();
  }
}

/** The same database with the table of notes, which no query of the service needs. */
function notesOf(db: Kysely<Schema>): Kysely<Notes> {
  return db as unknown as Kysely<Notes>;
}
