import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What whoever runs the service did to accounts and payments. The table only grows: the database refuses the rest. */
export const ownerActs: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("owner_act")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("account_id", "text")
    .addColumn("detail", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("owner_act_at").on("owner_act").column("at").execute();
  await (db.getExecutor().adapter instanceof PostgresAdapter ? inPostgres(db) : inSqlite(db));
}

async function inPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function owner_act_only_grows() returns trigger language plpgsql as
    $$ begin raise exception 'owner_act only grows'; end $$`.execute(db);
  await sql`create trigger owner_act_only_grows before update or delete or truncate on owner_act
    for each statement execute function owner_act_only_grows()`.execute(db);
}

async function inSqlite(db: Kysely<unknown>): Promise<void> {
  for (const change of ["update", "delete"]) {
    await sql`create trigger ${sql.id(`owner_act_no_${change}`)} before ${sql.raw(change)} on owner_act
      begin select raise(abort, 'owner_act only grows'); end`.execute(db);
  }
}
