import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** All claims of one transaction by an index, and where the transfer went that a person decides on. */
export const claims: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("claim_hash").on("claim").column("tx_hash").execute();
  await db.schema.alterTable("claim").addColumn("found_to", "text").execute();
}
