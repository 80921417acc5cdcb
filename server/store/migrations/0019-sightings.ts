import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What was seen of payments before they were final, for the payer's eyes only. */
export const sightings: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sighting")
    .addColumn("invoice_id", "text", (column) => column.notNull().references("invoice.id"))
    .addColumn("tx_hash", "text", (column) => column.notNull())
    .addColumn("amount", "text", (column) => column.notNull())
    .addColumn("block_number", "bigint", (column) => column.notNull())
    .addColumn("block_time", "bigint", (column) => column.notNull())
    .addColumn("confirmations", "integer")
    .addColumn("seen_at", "bigint", (column) => column.notNull())
    .addColumn("looked_at", "bigint", (column) => column.notNull())
    .addColumn("gone_at", "bigint")
    .addColumn("looks", "integer", (column) => column.notNull())
    .addColumn("next_look_at", "bigint")
    .addPrimaryKeyConstraint("sighting_once", ["invoice_id", "tx_hash"])
    .execute();
  await db.schema.createIndex("sighting_due").on("sighting").column("next_look_at").execute();
  await db.schema.createIndex("sighting_hash").on("sighting").column("tx_hash").execute();
}
