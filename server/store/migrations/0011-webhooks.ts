import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Endpoints of webhooks, what happened in the rounds, how far each endpoint was told, and its last calls. */
export const webhooks: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhook_endpoint")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("subscription_id", "text", (column) =>
      column.notNull().references("subscription.id"),
    )
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("games", "text", (column) => column.notNull())
    .addColumn("events", "text", (column) => column.notNull())
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("old_secret", "text")
    .addColumn("old_secret_until", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("off_at", "bigint")
    .addColumn("off_reason", "text")
    .addColumn("resumed_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("webhook_endpoint_subscription")
    .on("webhook_endpoint")
    .column("subscription_id")
    .execute();
  await db.schema
    .createTable("webhook_progress")
    .addColumn("endpoint_id", "text", (column) =>
      column.primaryKey().notNull().references("webhook_endpoint.id").onDelete("cascade"),
    )
    .addColumn("seq", "bigint", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull())
    .addColumn("next_try_at", "bigint", (column) => column.notNull())
    .addColumn("failing_since", "bigint")
    .addColumn("calls", "integer", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("webhook_event")
    .addColumn("seq", "bigint", (column) => column.primaryKey().notNull())
    .addColumn("game", "text", (column) => column.notNull())
    .addColumn("round", "bigint", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("webhook_event_once", ["game", "round", "type"])
    .execute();
  await db.schema
    .createTable("webhook_call")
    .addColumn("endpoint_id", "text", (column) =>
      column.notNull().references("webhook_endpoint.id").onDelete("cascade"),
    )
    .addColumn("by_hand", "integer", (column) => column.notNull())
    .addColumn("slot", "integer", (column) => column.notNull())
    .addColumn("message", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("status", "integer")
    .addColumn("fault", "text")
    .addColumn("duration_ms", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("webhook_call_slot", ["endpoint_id", "by_hand", "slot"])
    .execute();
}
