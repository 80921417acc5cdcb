import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Passkeys of accounts, and which challenges were answered. */
export const passkeys: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("account_passkey")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("account_user.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("credential_id", "text", (column) => column.notNull().unique())
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("counter", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("used_at", "bigint")
    .execute();
  await db.schema
    .createIndex("account_passkey_user")
    .on("account_passkey")
    .column("user_id")
    .execute();
  await db.schema
    .createTable("account_challenge")
    .addColumn("digest", "text", (column) => column.primaryKey().notNull())
    .addColumn("kept_until", "bigint", (column) => column.notNull())
    .execute();
}
