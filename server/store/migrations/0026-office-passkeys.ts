import type { Kysely } from "kysely";
import type { StoreMigration } from "../migration.ts";

/** The passkeys that open the back office. */
export const officePasskeys: StoreMigration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("office_passkey")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("office_user.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("credential_id", "text", (column) => column.notNull().unique())
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("counter", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("used_at", "bigint")
    .execute();
}

async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable("office_passkey").execute();
}
