import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Subscriptions and their keys, maintenance, and the single facts. */
export const access: Migration = { up };

// A migration describes tables as they were then, so it may not use the schema type of today.
async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("subscription")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("ends_at", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("api_key")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("subscription_id", "text", (column) =>
      column.notNull().references("subscription.id").onDelete("cascade"),
    )
    .addColumn("digest", "text", (column) => column.notNull().unique())
    .addColumn("hint", "text", (column) => column.notNull())
    .addColumn("origins", "text", (column) => column.notNull())
    .addColumn("demo", "smallint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("revoked_at", "bigint")
    .execute();
  await db.schema
    .createIndex("api_key_subscription")
    .on("api_key")
    .column("subscription_id")
    .execute();
  await db.schema
    .createTable("maintenance")
    .addColumn("slug", "text", (column) => column.primaryKey().notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("meta")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
  await (db as Kysely<{ meta: { name: string; value: string } }>)
    .insertInto("meta")
    .values({ name: "revision", value: "0" })
    .execute();
}
