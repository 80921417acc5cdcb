import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What each server's clock says, for the others. */
export const time: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("heartbeat")
    .addColumn("server", "text", (column) => column.primaryKey().notNull())
    .addColumn("beat", "integer", (column) => column.notNull())
    .addColumn("clock_ms", "bigint", (column) => column.notNull())
    .addColumn("process", "text", (column) => column.notNull())
    .execute();
}
