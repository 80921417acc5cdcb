import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The log of published headers, and what its witnesses signed of it. */
export const tlog: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("tlog_entry")
    .addColumn("position", "integer", (column) => column.primaryKey().notNull())
    .addColumn("game", "text", (column) => column.notNull())
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("leaf", "text", (column) => column.notNull())
    // A day is promised once.
    .addUniqueConstraint("tlog_entry_day", ["game", "day"])
    .execute();
  await db.schema
    .createTable("tlog_cosignature")
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("witness", "text", (column) => column.notNull())
    .addColumn("first", "text", (column) => column.notNull())
    .addColumn("latest", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("tlog_cosignature_key", ["size", "witness"])
    .execute();
}
