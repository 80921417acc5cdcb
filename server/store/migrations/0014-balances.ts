import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What accounts have paid and not spent yet, and the invoices that count on it. */
export const balances: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("balance_entry")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("amount", "bigint", (column) => column.notNull())
    .addColumn("contract", "text")
    .addColumn("tx_hash", "text")
    .addColumn("log_index", "integer")
    .addColumn("invoice_id", "text", (column) => column.references("invoice.id"))
    .addColumn("at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("balance_entry_account")
    .on("balance_entry")
    .columns(["account_id", "at"])
    .execute();
  // The last guard against taking a transfer twice.
  await db.schema
    .createIndex("balance_entry_transfer_once")
    .unique()
    .on("balance_entry")
    .columns(["contract", "tx_hash", "log_index"])
    .where(sql.ref("log_index"), "is not", null)
    .execute();

  await db.schema
    .alterTable("invoice")
    .addColumn("from_balance", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable("invoice")
    .addColumn("continues", "text", (column) => column.references("invoice.id"))
    .execute();
  await db.schema
    .createIndex("invoice_continues")
    .on("invoice")
    .column("continues")
    .where(sql.ref("continues"), "is not", null)
    .execute();
}
