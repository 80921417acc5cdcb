import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What tells that a service has verified a beacon before. */
export const beaconSeals: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("beacon").addColumn("seal", "text").execute();
}
