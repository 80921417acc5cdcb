import { type Kysely, sql, type Transaction } from "kysely";
import { MIGRATIONS } from "./migrations.ts";
import type { Schema } from "./schema.ts";

/** The table that names what was migrated; Kysely's own migrator made it once. */
export const MIGRATION_TABLE = "kysely_migration";

/** What a database says about its tables. */
export interface TablesNotes {
  /** The migrations whose `up` is done, in their order. */
  readonly done: readonly string[];
  /** The last one that cannot be undone any more; null where nobody has noted that yet. */
  readonly confirmed: string | null;
}

/**
 * How a database stands to this version: `ahead` is a newer one's that is not confirmed, on which this version
 * still runs; `newer` is one on which it does not run any more.
 */
export type TablesState = "none" | "older" | "same" | "ahead" | "newer";

const NAMES: readonly string[] = Object.keys(MIGRATIONS).toSorted();

/** The last migration of this version. */
export const LATEST = lastOf(NAMES);

export function compareTables({ done, confirmed }: TablesNotes): TablesState {
  if (done.length === 0) {
    return "none";
  }
  const isComplete = NAMES.every((name) => done.includes(name));
  const unknown = done.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) {
    const isOpen = confirmed !== null && unknown.every((name) => name > confirmed);
    return isOpen && isComplete ? "ahead" : "newer";
  }
  return isComplete ? "same" : "older";
}

type Notes = Schema & { kysely_migration: { name: string; timestamp: string } };

/** Reads what a database says about its tables, which must be there. */
export async function readTablesNotes(db: Kysely<Schema>): Promise<TablesNotes> {
  const rows = await notesOf(db)
    .selectFrom(MIGRATION_TABLE)
    .select("name")
    .orderBy("name")
    .execute();
  const done = rows.map(({ name }) => name).toSorted();
  if (done.length === 0) {
    return { done, confirmed: null };
  }
  const confirmed = await db
    .selectFrom("meta")
    .select("value")
    .where("name", "=", "confirmed_migration")
    .executeTakeFirst();
  return { done, confirmed: confirmed?.value ?? null };
}

/**
 * Brings the tables up to this version; all of it or nothing. In a new database nobody needs what is removed
 * at the end, so it is confirmed at once.
 *
 * @param within a transaction that no other process alters tables beside.
 * @param like makes a new database like one that says this of its tables.
 */
export async function migrate(
  within: Transaction<Schema>,
  like: TablesNotes = { done: NAMES, confirmed: LATEST },
): Promise<void> {
  const notes = notesOf(within);
  await notes.schema
    .createTable(MIGRATION_TABLE)
    .ifNotExists()
    .addColumn("name", "varchar(255)", (column) => column.primaryKey().notNull())
    .addColumn("timestamp", "varchar(255)", (column) => column.notNull())
    .execute();
  const { done, confirmed } = await readTablesNotes(within);
  const isNew = done.length === 0;
  for (const name of like.done.filter((each) => !done.includes(each))) {
    await MIGRATIONS[name]?.up(within);
    const timestamp = sql<string>`current_timestamp`;
    await notes.insertInto(MIGRATION_TABLE).values({ name, timestamp }).execute();
  }
  if (isNew) {
    const last = like.confirmed ?? lastOf(like.done);
    await finishTables(
      within,
      like.done.filter((name) => name <= last),
    );
  } else if (confirmed === null) {
    await noteConfirmed(within, lastOf(done));
  }
}

/** Removes what no version uses any more that may still run, and notes that there is no way back. */
export async function finishTables(
  within: Transaction<Schema>,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    await MIGRATIONS[name]?.finish?.(within);
  }
  await noteConfirmed(within, lastOf(names));
}

/** Takes migrations back, the last first. Each must have a way back. */
export async function undoTables(
  within: Transaction<Schema>,
  names: readonly string[],
): Promise<void> {
  for (const name of names.toReversed()) {
    await MIGRATIONS[name]?.down?.(within);
    await notesOf(within).deleteFrom(MIGRATION_TABLE).where("name", "=", name).execute();
  }
}

function lastOf(names: readonly string[]): string {
  return names.at(-1) as string;
}

async function noteConfirmed(within: Transaction<Schema>, value: string): Promise<void> {
  await within
    .insertInto("meta")
    .values({ name: "confirmed_migration", value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** The same database with the table of notes, which no query of the service needs. */
function notesOf(db: Kysely<Schema>): Kysely<Notes> {
  return db as unknown as Kysely<Notes>;
}
