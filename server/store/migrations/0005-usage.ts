import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What keys were used for, day by day, and which reminders went out. */
export const usage: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("usage_day")
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("what", "text", (column) => column.notNull())
    .addColumn("count", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("usage_day_key", ["key_id", "day", "what"])
    .execute();
  await db.schema
    .createTable("reminder")
    .addColumn("subscription_id", "text", (column) =>
      column.notNull().references("subscription.id").onDelete("cascade"),
    )
    .addColumn("ends_at", "bigint", (column) => column.notNull())
    .addColumn("days_before", "integer", (column) => column.notNull())
    .addColumn("sent_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("reminder_once", ["subscription_id", "ends_at", "days_before"])
    .execute();
}
