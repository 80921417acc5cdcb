import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Second factors of accounts, in the library's tables, with the latest code of each that was taken. */
export const twoFactor: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("account_user")
    .addColumn("two_factor_enabled", "smallint", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable("account_two_factor")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().unique().references("account_user.id").onDelete("cascade"),
    )
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("backup_codes", "text", (column) => column.notNull())
    .addColumn("verified", "smallint", (column) => column.notNull())
    .addColumn("failed_count", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("locked_until", "text")
    .addColumn("last_period", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
}
