import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Which entries of the audit log still have to be mailed. What happened before is no news any more. */
export const news: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("audit")
    .addColumn("unmailed", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex("audit_unmailed")
    .on("audit")
    .column("at")
    .where(sql.ref("unmailed"), "=", 1)
    .execute();
}
