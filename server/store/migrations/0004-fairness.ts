import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Verified beacons, and the headers of days as they were published. */
export const fairness: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("beacon")
    .addColumn("chain_hash", "text", (column) => column.notNull())
    .addColumn("round", "bigint", (column) => column.notNull())
    .addColumn("signature", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("beacon_once", ["chain_hash", "round"])
    .execute();
  await db.schema
    .createTable("day_header")
    .addColumn("game", "text", (column) => column.notNull())
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("header", "text", (column) => column.notNull())
    // Whichever server is first publishes; a second header of a day would be a proof of cheating.
    .addPrimaryKeyConstraint("day_header_once", ["game", "day"])
    .execute();
  await db.schema
    .createTable("secret_era")
    .addColumn("from_day", "integer", (column) => column.primaryKey().notNull())
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .execute();
}
