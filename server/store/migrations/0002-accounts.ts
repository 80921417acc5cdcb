import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Accounts with their sessions, what they did, and which subscriptions and keys are theirs. */
export const accounts: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("account_user")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("email_verified", "smallint", (column) => column.notNull())
    .addColumn("image", "text")
    .addColumn("lang", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("account_session")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("account_user.id").onDelete("cascade"),
    )
    .addColumn("token", "text", (column) => column.notNull().unique())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("ip_address", "text")
    .addColumn("user_agent", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("account_session_user")
    .on("account_session")
    .column("user_id")
    .execute();
  // The columns of other sites' sign-in stay empty: the library writes all of them.
  await db.schema
    .createTable("account_credential")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("account_user.id").onDelete("cascade"),
    )
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("provider_id", "text", (column) => column.notNull())
    .addColumn("password", "text")
    .addColumn("access_token", "text")
    .addColumn("refresh_token", "text")
    .addColumn("id_token", "text")
    .addColumn("access_token_expires_at", "text")
    .addColumn("refresh_token_expires_at", "text")
    .addColumn("scope", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("account_credential_user")
    .on("account_credential")
    .column("user_id")
    .execute();
  await db.schema
    .createTable("account_token")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("identifier", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("account_token_identifier")
    .on("account_token")
    .column("identifier")
    .execute();

  await db.schema
    .createTable("audit")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("detail", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("audit_account").on("audit").columns(["account_id", "at"]).execute();

  // Not a foreign key: what was paid for is kept when the account is gone.
  await db.schema.alterTable("subscription").addColumn("account_id", "text").execute();
  await db.schema
    .alterTable("subscription")
    .addColumn("trial", "smallint", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex("subscription_account")
    .on("subscription")
    .columns(["account_id", "trial"])
    .unique()
    .where(sql.ref("account_id"), "is not", null)
    .execute();
  await db.schema.alterTable("api_key").addColumn("sealed", "text").execute();
  await db.schema.alterTable("api_key").addColumn("last_used_at", "bigint").execute();
}
