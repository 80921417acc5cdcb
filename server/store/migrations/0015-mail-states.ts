import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What became of each mail, for whoever runs the service. */
export const mailStates: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("outbox").addColumn("sent_at", "bigint").execute();
  await db.schema.alterTable("outbox").addColumn("fault", "text").execute();
}
