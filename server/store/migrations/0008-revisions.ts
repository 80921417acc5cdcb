import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** At which revision each key was last changed, and which revision each running server has loaded. */
export const revisions: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("api_key")
    .addColumn("revision", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("api_key_revision").on("api_key").column("revision").execute();
  await db.schema
    .createTable("server")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("revision", "bigint", (column) => column.notNull())
    .addColumn("seen_at", "bigint", (column) => column.notNull())
    .execute();
}
