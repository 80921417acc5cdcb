import { writeFile } from "node:fs/promises";
import { Kysely } from "kysely";
import { withPostgres } from "../../server/backup/postgres-access.ts";
import { fingerprintOf } from "../../server/fairness/secret.ts";
import { migrate } from "../../server/store/migrate.ts";
import { MIGRATIONS } from "../../server/store/migrations.ts";
import type { Schema } from "../../server/store/schema.ts";
import { NodeSqliteDialect } from "../../server/store/sqlite-dialect.ts";
import { SqliteFile } from "../../server/store/sqlite-file.ts";
import type { StorePlace } from "../../server/store/store.ts";
import { SECRET_HEX } from "./service.ts";

/** The version that the database is of: its last migration. */
export const OLDER = "0019-sightings";

/** Makes the database of a service of an earlier version, with a key, where there is none yet. */
export async function makeOlderDatabase(place: StorePlace): Promise<void> {
  if ("url" in place) {
    await withPostgres(place.url, make);
    return;
  }
  await writeFile(place.file, "", { mode: 0o600 });
  const sqlite = new SqliteFile(place.file);
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(sqlite, "full") });
  await make(db);
  await db.destroy();
  sqlite.close();
}

async function make(db: Kysely<Schema>): Promise<void> {
  const done = Object.keys(MIGRATIONS).filter((name) => name <= OLDER);
  await db.transaction().execute((within) => migrate(within, { done, confirmed: null }));
  const fingerprint = fingerprintOf(Buffer.from(SECRET_HEX, "hex"));
  await db.insertInto("meta").values({ name: "secret_fingerprint", value: fingerprint }).execute();
  await db.insertInto("maintenance").values({ slug: "baccarat", since: 1 }).execute();
}
