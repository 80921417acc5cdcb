import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What was signed of the opening of each round's table. */
export const receipts: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("round_receipt")
    .addColumn("game", "text", (column) => column.notNull())
    .addColumn("round", "bigint", (column) => column.notNull())
    .addColumn("opened_at", "bigint")
    .addColumn("revealed_at", "bigint")
    .addColumn("voided_at", "bigint")
    .addColumn("reason", "text")
    .addColumn("signature", "text", (column) => column.notNull())
    // A round opened or it did not: whoever says so first stands.
    .addPrimaryKeyConstraint("round_receipt_key", ["game", "round"])
    .execute();
}
