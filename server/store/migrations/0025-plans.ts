import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What plans there are besides those of the settings, and what became of both. The table only grows: the database refuses the rest. */
export const plans: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("plan")
    .addColumn("number", "integer", (column) => column.primaryKey().notNull())
    .addColumn("plan", "text", (column) => column.notNull())
    .addColumn("days", "integer", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("sold", "integer", (column) => column.notNull())
    .addColumn("set_at", "bigint", (column) => column.notNull())
    .addColumn("set_by", "text")
    .addColumn("reason", "text", (column) => column.notNull())
    .execute();
  await (db.getExecutor().adapter instanceof PostgresAdapter ? inPostgres(db) : inSqlite(db));
}

async function inPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function plan_only_grows() returns trigger language plpgsql as
    $$ begin raise exception 'plan only grows'; end $$`.execute(db);
  await sql`create trigger plan_only_grows before update or delete or truncate on plan
    for each statement execute function plan_only_grows()`.execute(db);
}

async function inSqlite(db: Kysely<unknown>): Promise<void> {
  for (const change of ["update", "delete"]) {
    await sql`create trigger ${sql.id(`plan_no_${change}`)} before ${sql.raw(change)} on plan
      begin select raise(abort, 'plan only grows'); end`.execute(db);
  }
}
