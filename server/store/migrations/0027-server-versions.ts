import type { Kysely } from "kysely";
import type { StoreMigration } from "../migration.ts";

/** Which version each running server is of, and the last migration that it knows. */
export const serverVersions: StoreMigration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("server").addColumn("version", "text").execute();
  await db.schema.alterTable("server").addColumn("migration", "text").execute();
}

async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("server").dropColumn("migration").execute();
  await db.schema.alterTable("server").dropColumn("version").execute();
}
