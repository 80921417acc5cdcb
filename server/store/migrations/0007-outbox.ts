import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Mails on their way, and how many a mailbox has had of late. */
export const outbox: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("outbox")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("recipient", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("sealed", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull())
    .addColumn("next_try_at", "bigint", (column) => column.notNull())
    .addColumn("give_up_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("outbox_due")
    .on("outbox")
    .column("next_try_at")
    .where(sql.ref("sealed"), "is not", null)
    .execute();
  await db.schema
    .createIndex("outbox_recipient")
    .on("outbox")
    .columns(["recipient", "created_at"])
    .execute();
}
