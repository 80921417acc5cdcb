import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What plans cost from a time on, as the back office set it. The table only grows: the database refuses the rest. */
export const prices: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("price")
    .addColumn("number", "integer", (column) => column.primaryKey().notNull())
    .addColumn("plan", "text", (column) => column.notNull())
    .addColumn("days", "integer", (column) => column.notNull())
    .addColumn("amount", "bigint", (column) => column.notNull())
    .addColumn("from_at", "bigint", (column) => column.notNull())
    .addColumn("set_at", "bigint", (column) => column.notNull())
    .addColumn("set_by", "text")
    .addColumn("reason", "text", (column) => column.notNull())
    .execute();
  await (db.getExecutor().adapter instanceof PostgresAdapter ? inPostgres(db) : inSqlite(db));
}

async function inPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function price_only_grows() returns trigger language plpgsql as
    $$ begin raise exception 'price only grows'; end $$`.execute(db);
  await sql`create trigger price_only_grows before update or delete or truncate on price
    for each statement execute function price_only_grows()`.execute(db);
}

async function inSqlite(db: Kysely<unknown>): Promise<void> {
  for (const change of ["update", "delete"]) {
    await sql`create trigger ${sql.id(`price_no_${change}`)} before ${sql.raw(change)} on price
      begin select raise(abort, 'price only grows'); end`.execute(db);
  }
}
