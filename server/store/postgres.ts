import { Kysely, PostgresDialect, sql } from "kysely";
import { compareMigrations, migrate, MIGRATION_TABLE } from "./migrations.ts";
import { describePlace, ONLY_READ } from "./postgres-fault.ts";
import { createPool, type PoolLimits } from "./postgres-pool.ts";
import type { Schema } from "./schema.ts";
import { StoreError } from "./store-error.ts";
import type { Store } from "./store.ts";

/** What the service asks is little and short, so few connections do, also for many replicas. */
const SERVING: PoolLimits = { connections: 4, statementMs: 5_000 };

/** A change of the tables may take its time, or wait for another replica that makes it. */
const MIGRATING: PoolLimits = { connections: 1, statementMs: 60_000 };

/** How often it is asked whether it can still be written to. */
const CHECK_MS = 5_000;

/**
 * Opens the PostgreSQL database at `url`, making its tables when they are not there.
 *
 * @param make whether they may be made; else a database without them is refused.
 *
 * A database that goes away later makes queries fail with a StoreError; the first one after it is
 * back succeeds again.
 *
 * @throws StoreError when it is not to be reached, does not let us in, or is of another program or
 *   a newer version; it is then as it was.
 */
export async function openPostgres(url: string, make: boolean): Promise<Store> {
  const store = connect(url, SERVING);
  try {
    const schema = await ownSchema(store.db, url);
    const state = await examinePostgres(store.db, schema, url);
    if (state === "none" && !make) {
      throw new StoreError("absent", `${describePlace(url)} is empty.`);
    }
    if (state !== "same") {
      await migrateAlone(url, schema);
    }
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

function connect(url: string, limits: PoolLimits): Store {
  const pool = createPool(url, limits);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  let checkedAtMs = -Infinity;
  return {
    db,
    tellsTime: true,
    // A server has its own settings of how much may be lost.
    lazyDb: db,
    async check() {
      if (performance.now() - checkedAtMs >= CHECK_MS) {
        await requireWritable(db, url);
        checkedAtMs = performance.now();
      }
    },
    close: () => db.destroy(),
  };
}

/** A standby, and a server that was set to read-only, answer as before until something is written. */
async function requireWritable(db: Kysely<Schema>, url: string): Promise<void> {
  const { rows } = await sql<{ mode: string }>`
    select current_setting('transaction_read_only') as mode
  `.execute(db);
  if (rows[0]?.mode === "on") {
    throw new StoreError("read-only", `${describePlace(url)} ${ONLY_READ}`);
  }
}

/** The schema that tables without one in their name are in, which is `public` for most. */
export async function ownSchema(db: Kysely<Schema>, url: string): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
  const name = rows[0]?.name ?? null;
  if (name === null) {
    throw new StoreError(
      "refused",
      `${describePlace(url)} has no schema that this user may use. Make the user its owner, or set the user's search_path.`,
    );
  }
  return name;
}

/**
 * Reads before anything is written: a database that is not ours stays untouched.
 *
 * @returns how its tables stand to those of this version.
 */
export async function examinePostgres(
  db: Kysely<Schema>,
  schema: string,
  url: string,
): Promise<"none" | "older" | "same"> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_catalog.pg_tables where schemaname = ${schema}
  `.execute(db);
  if (tables.rows.length === 0) {
    return "none";
  }
  if (!tables.rows.some(({ name }) => name === MIGRATION_TABLE)) {
    throw new StoreError(
      "foreign",
      `${describePlace(url)} belongs to another program. Make one for Tableside alone, and name it in DATABASE_URL.`,
    );
  }
  const done = await sql<{ name: string }>`select name from ${sql.id(MIGRATION_TABLE)}`.execute(db);
  const state = compareMigrations(done.rows.map(({ name }) => name));
  if (state === "newer") {
    throw new StoreError(
      "newer",
      `${describePlace(url)} was written by a newer version of Tableside. Start that version, or restore the backup from before the update.`,
    );
  }
  return state;
}

async function migrateAlone(url: string, schema: string): Promise<void> {
  const store = connect(url, MIGRATING);
  try {
    await migrate(store.db, { schema });
  } finally {
    await store.close();
  }
}
