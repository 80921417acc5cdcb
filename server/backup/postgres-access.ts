import { Kysely, PostgresDialect } from "kysely";
import { createPool } from "../store/postgres-pool.ts";
import type { Schema } from "../store/tables.ts";

/** To order a large table by its key may take its time. */
const STATEMENT_MS = 600_000;

/** Does `work` over one connection that may take its time. */
export async function withPostgres<T>(
  url: string,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  const pool = createPool(url, { connections: 1, statementMs: STATEMENT_MS });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
