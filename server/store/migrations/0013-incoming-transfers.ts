import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What the node's lists say arrived, how far they were read, and what receipts confirmed. */
export const incomingTransfers: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("address_cursor")
    .addColumn("contract", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .addColumn("read_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("address_cursor_once", ["contract", "address"])
    .execute();

  await db.schema
    .createTable("listed_transaction")
    .addColumn("contract", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("tx_hash", "text", (column) => column.notNull())
    .addColumn("amount", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("fits_none", "integer", (column) => column.notNull())
    .addColumn("looks", "integer", (column) => column.notNull())
    .addColumn("next_look_at", "bigint", (column) => column.notNull())
    .addColumn("listed_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("listed_transaction_once", ["contract", "tx_hash", "address"])
    .execute();
  await db.schema
    .createIndex("listed_transaction_due")
    .on("listed_transaction")
    .columns(["state", "fits_none", "looks", "next_look_at"])
    .execute();

  await db.schema
    .createTable("incoming_transfer")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("contract", "text", (column) => column.notNull())
    .addColumn("tx_hash", "text", (column) => column.notNull())
    .addColumn("log_index", "integer", (column) => column.notNull())
    .addColumn("amount", "text", (column) => column.notNull())
    .addColumn("from_address", "text", (column) => column.notNull())
    .addColumn("to_address", "text", (column) => column.notNull())
    .addColumn("block_time", "bigint", (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("invoice_id", "text", (column) => column.references("invoice.id"))
    .addColumn("recorded_at", "bigint", (column) => column.notNull())
    .addColumn("dismissed_at", "bigint")
    .addUniqueConstraint("incoming_transfer_once", ["contract", "tx_hash", "log_index"])
    .execute();
}
