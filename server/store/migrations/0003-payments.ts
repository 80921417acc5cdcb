import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Invoices, the transactions named for them, what was credited, and who works on it. */
export const payments: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("invoice")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("plan", "text", (column) => column.notNull())
    .addColumn("days", "integer", (column) => column.notNull())
    .addColumn("price", "bigint", (column) => column.notNull())
    .addColumn("contract", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("amount", "bigint", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("closes_at", "bigint", (column) => column.notNull())
    .addColumn("network", "text")
    .execute();
  await db.schema
    .createIndex("invoice_account")
    .on("invoice")
    .columns(["account_id", "created_at"])
    .execute();
  // What tells a payer from all others: no two live invoices of one address ask for one amount.
  await db.schema
    .createIndex("invoice_live_amount")
    .on("invoice")
    .columns(["contract", "address", "amount"])
    .unique()
    .where(sql.ref("state"), "=", sql.lit("open"))
    .execute();

  await db.schema
    .createTable("claim")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("invoice_id", "text", (column) => column.notNull().references("invoice.id"))
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("tx_hash", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("looks", "integer", (column) => column.notNull())
    .addColumn("next_look_at", "bigint", (column) => column.notNull())
    .addColumn("log_index", "integer")
    .addColumn("found_amount", "text")
    .addColumn("found_from", "text")
    .addColumn("block_time", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("decided_at", "bigint")
    // By invoice: who names a stranger's transaction first must not keep its owner from naming it.
    .addUniqueConstraint("claim_once", ["invoice_id", "tx_hash"])
    .execute();
  await db.schema.createIndex("claim_due").on("claim").columns(["state", "next_look_at"]).execute();
  await db.schema
    .createIndex("claim_account")
    .on("claim")
    .columns(["account_id", "created_at"])
    .execute();

  await db.schema
    .createTable("payment")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("contract", "text", (column) => column.notNull())
    .addColumn("tx_hash", "text", (column) => column.notNull())
    .addColumn("log_index", "integer", (column) => column.notNull())
    .addColumn("amount", "bigint", (column) => column.notNull())
    .addColumn("from_address", "text", (column) => column.notNull())
    .addColumn("to_address", "text", (column) => column.notNull())
    .addColumn("block_time", "bigint", (column) => column.notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("invoice_id", "text", (column) => column.notNull().references("invoice.id"))
    .addColumn("subscription_id", "text", (column) =>
      column.notNull().references("subscription.id"),
    )
    .addColumn("plan", "text", (column) => column.notNull())
    .addColumn("days", "integer", (column) => column.notNull())
    .addColumn("starts_at", "bigint", (column) => column.notNull())
    .addColumn("ends_at", "bigint", (column) => column.notNull())
    .addColumn("credited_at", "bigint", (column) => column.notNull())
    .addColumn("credited_by", "text", (column) => column.notNull())
    .addUniqueConstraint("payment_once", ["contract", "tx_hash", "log_index"])
    .execute();
  await db.schema
    .createIndex("payment_account")
    .on("payment")
    .columns(["account_id", "credited_at"])
    .execute();

  await db.schema
    .createTable("lease")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("holder", "text", (column) => column.notNull())
    .addColumn("ends_at", "bigint", (column) => column.notNull())
    .execute();
}
