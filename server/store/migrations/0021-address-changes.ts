import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Changes of an account's e-mail address that both mailboxes have to agree to. */
export const addressChanges: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("account_address_change")
    .addColumn("user_id", "text", (column) =>
      column.primaryKey().notNull().references("account_user.id").onDelete("cascade"),
    )
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("new_email", "text", (column) => column.notNull())
    .addColumn("old_digest", "text", (column) => column.notNull().unique())
    .addColumn("new_digest", "text", (column) => column.notNull().unique())
    .addColumn("old_agreed", "smallint", (column) => column.notNull())
    .addColumn("new_agreed", "smallint", (column) => column.notNull())
    .addColumn("ends_at", "bigint", (column) => column.notNull())
    .execute();
}
