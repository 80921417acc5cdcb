import { sql } from "kysely";
import type { Kysely } from "kysely";
import { StartError } from "../runtime/start-error.ts";
import { makeTables } from "../store/make-tables.ts";
import { describePlace } from "../store/postgres-fault.ts";
import { examinePostgres, ownSchema } from "../store/postgres.ts";
import type { Schema } from "../store/tables.ts";
import { withPostgres } from "./postgres-access.ts";
import { fillPostgres, postgresRows } from "./postgres-rows.ts";
import { compareRows, requireSameRows } from "./row-digest.ts";
import type { RowSource, Table } from "./tables.ts";

/** A server without a heartbeat for so long is gone. */
const GONE_MS = 30_000;

/**
 * Puts rows into an empty PostgreSQL database, and compares all of them: in one transaction, so that the database
 * stays empty whatever happens before its end.
 *
 * @param tables those of this version.
 * @returns how many rows there are; also when they all were there already.
 * @throws StartError when the database holds anything else, or servers run on it.
 */
export function intoPostgres(
  url: string,
  tables: readonly Table[],
  source: RowSource,
): Promise<number> {
  return withPostgres(url, async (db) => {
    const schema = await ownSchema(db, url);
    if (await examinePostgres(db, schema, url)) {
      return requireDone(db, url, tables, source);
    }
    return db.transaction().execute(async (transaction) => {
      await makeTables(transaction);
      const target = postgresRows(transaction);
      await fillPostgres(transaction, tables, source);
      return requireSameRows(tables, source, target);
    });
  });
}

/** Refuses a database that holds anything, unless an attempt before this one filled it with just that. */
async function requireDone(
  db: Kysely<Schema>,
  url: string,
  tables: readonly Table[],
  source: RowSource,
): Promise<number> {
  if ((await runningServers(db)) > 0) {
    throw new StartError(
      `${describePlace(url)} is not empty, and a server runs on it. Name an empty database.`,
    );
  }
  const found = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((transaction) => compareRows(tables, source, postgresRows(transaction)))
    // Tables of an older version lack columns.
    .catch(() => "");
  if (typeof found === "string") {
    throw new StartError(
      `${describePlace(url)} is not empty. Name an empty one: make a new database, or drop and make that one anew.`,
    );
  }
  return found;
}

async function runningServers(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql`
    select 1 from server where seen_at > extract(epoch from now()) * 1000 - ${sql.lit(GONE_MS)}
  `
    .execute(db)
    .catch(() => ({ rows: [] }));
  return rows.length;
}
