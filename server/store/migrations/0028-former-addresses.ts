import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Which addresses an account had before, for as long as there is the account. */
export const formerAddresses: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("account_former_address")
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("account_user.id").onDelete("cascade"),
    )
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("left_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("account_former_address_key", ["user_id", "left_at", "email"])
    .execute();
}
