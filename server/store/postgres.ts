import { setTimeout as pause } from "node:timers/promises";
import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import { hasTables, makeTables, SELECT_VERSION, VERSION_TABLE } from "./make-tables.ts";
import { describePlace, ONLY_READ } from "./postgres-fault.ts";
import { createPool, type PoolLimits } from "./postgres-pool.ts";
import { StoreError } from "./store-error.ts";
import type { Opening, Store } from "./store.ts";
import type { Schema } from "./tables.ts";

/** What the service asks is little and short, so few connections do, also for many replicas. */
const SERVING: PoolLimits = { connections: 4, statementMs: 5_000 };

/** A change of the tables may take its time, or wait for another replica that makes it. */
const ALTERS: PoolLimits = { connections: 1, statementMs: 60_000 };

/** How often it is asked whether it can still be written to. */
const CHECK_MS = 5_000;

/**
 * Opens the PostgreSQL database at `url`; without tables it is one that is to be made.
 *
 * A database that goes away later makes queries fail with a StoreError; the first one after it is
 * back succeeds again.
 *
 * @throws StoreError when it is not to be reached, does not let us in, or is of another program or
 *   another version; it is then as it was.
 */
export async function openPostgres(url: string, opening: Opening): Promise<Store> {
  const store = connect(url);
  try {
    const schema = await ownSchema(store.db, url);
    const isMade = await examinePostgres(store.db, schema, url);
    if (!isMade && opening !== "make") {
      throw new StoreError("absent", `${describePlace(url)} is empty.`);
    }
    if (!isMade) {
      await store.alter(makeTables);
    }
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

function connect(url: string): Store {
  const pool = createPool(url, SERVING);
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
    alter: (work) => alterAlone(url, work),
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
 * @returns whether it has tables.
 */
export async function examinePostgres(
  db: Kysely<Schema>,
  schema: string,
  url: string,
): Promise<boolean> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_catalog.pg_tables where schemaname = ${schema}
  `.execute(db);
  if (tables.rows.length === 0) {
    return false;
  }
  if (!tables.rows.some(({ name }) => name === VERSION_TABLE)) {
    throw new StoreError(
      "foreign",
      `${describePlace(url)} belongs to another program. Make one for Tableside alone, and name it in DATABASE_URL.`,
    );
  }
  const { rows } = await sql.raw(SELECT_VERSION).execute(db);
  return hasTables(rows, describePlace(url));
}

/** Any number that no other program locks. */
const ALTERING = sql.lit(3_853_314_791_062_309_107n);

/** How long a table is waited for: whoever wants it meanwhile waits as well. */
const TABLE_WAIT = "2s";
/** How often a table is waited for, and how long the others get in between. */
const TABLE_WAITS = 20;
const BETWEEN_WAITS_MS = 500;
/** The SQLSTATE codes of that wait, and of a deadlock. */
const HELD: readonly string[] = ["55P03", "40P01"];

async function alterAlone<T>(
  url: string,
  work: (within: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: createPool(url, ALTERS) }),
  });
  try {
    for (let waits = 1; ; waits++) {
      let isAlone = false;
      try {
        return await db.transaction().execute(async (within) => {
          await sql`select pg_advisory_xact_lock(${ALTERING})`.execute(within);
          isAlone = true;
          await sql`set local lock_timeout = ${sql.lit(TABLE_WAIT)}`.execute(within);
          return work(within);
        });
      } catch (error) {
        if (!isAlone || !isHeld(error) || waits === TABLE_WAITS) {
          throw error;
        }
        await pause(BETWEEN_WAITS_MS);
      }
    }
  } finally {
    await db.destroy();
  }
}

/** Whether others held a table for too long, or waited for one that was held here. */
function isHeld(error: unknown): boolean {
  const fault = error instanceof StoreError ? error.cause : error;
  return fault instanceof pg.DatabaseError && HELD.includes(fault.code ?? "");
}
