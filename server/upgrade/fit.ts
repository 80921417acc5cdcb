import type { Kysely } from "kysely";
import { compareTables, readTablesNotes } from "../store/migrate.ts";
import type { Schema } from "../store/schema.ts";
import { StoreError } from "../store/store-error.ts";

/** Why this version may not go on with a database; undefined while it may. */
export async function misfitOf(db: Kysely<Schema>): Promise<StoreError | undefined> {
  switch (compareTables(await readTablesNotes(db))) {
    case "same":
    case "ahead":
      return undefined;
    case "newer":
      return new StoreError(
        "newer",
        "The upgrade of the database to a newer version is confirmed, so this version cannot go on with it. Start the newer one.",
      );
    default:
      return new StoreError(
        "older",
        "The upgrade of the database to this version was undone. Start this version again to upgrade, or the one before it.",
      );
  }
}
