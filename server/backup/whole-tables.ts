import type { Kysely } from "kysely";
import { StartError } from "../runtime/start-error.ts";
import { missingTables } from "../store/make-tables.ts";
import type { Schema } from "../store/tables.ts";

/** Throws a StartError when a database lacks tables or columns: no service would start on a copy of it. */
export async function requireWholeTables(db: Kysely<Schema>): Promise<void> {
  const missing = await missingTables(db);
  if (missing.length > 0) {
    throw new StartError(
      `The database has no ${missing.join(" and no ")}, so a copy of it would be good for nothing. Stop the service, and put an earlier backup in its place.`,
    );
  }
}
