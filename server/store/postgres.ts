import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from "kysely";
import pg from "pg";
import { errorCode } from "../runtime/error-code.ts";
import { StoreError, type StoreFault } from "./store-error.ts";
import type { Db, Opening, Store } from "./store.ts";
import { hasTables, createTables, SELECT_VERSION, VERSION_TABLE } from "./table-creation.ts";
import type { Schema } from "./tables.ts";

/**
 * The service runs few and short queries, so a few connections are enough, even with many replicas. A statement's time
 * includes waiting for other transactions.
 */
const SERVING = { connections: 4, statementMs: 5_000 };
/** Maximum time to connect, in ms, unless the URL sets another. */
const CONNECT_MS = 3_000;
/** A server that is gone cannot enforce its own limit, so we give up this much later. */
const GRACE_MS = 2_000;
const CLOSE_MS = 2_000;
/** How often we check that the server still accepts writes. */
const CHECK_MS = 5_000;
const INT8_OID = 20;
/** Id of the advisory lock held while the tables are created. Arbitrary. */
const CREATE_TABLES_LOCK = sql.lit(3_853_314_791_062_309_107n);

/**
 * Opens a PostgreSQL database; one without tables is new. If the database becomes unreachable later, queries fail with
 * a StoreError, and succeed again once it is back.
 *
 * @throws StoreError if the database cannot be reached, denies access, or belongs to another program or another
 * version. It is left unchanged.
 */
export async function openPostgres(url: string, opening: Opening): Promise<Store> {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: createPool(url) }) });
  let checkedAtMs = -Infinity;
  try {
    const isCreated = await examinePostgres(db, url);
    if (!isCreated && opening === "open") {
      throw new StoreError("absent", `${describePlace(url)} is empty.`);
    }
    if (!isCreated) {
      await db.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(${CREATE_TABLES_LOCK})`.execute(transaction);
        await createTables(transaction);
      });
    }
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    db,
    // How soon a commit is on disk is a setting of the server.
    lazyDb: db,
    hasOwnClock: true,
    async check() {
      if (performance.now() - checkedAtMs >= CHECK_MS) {
        await requireWritable(db, url);
        checkedAtMs = performance.now();
      }
    },
    close: () => db.destroy(),
  };
}

/** Throws for a standby or read-only server, which responds as usual until something is written. */
async function requireWritable(db: Db, url: string): Promise<void> {
  const query = sql<{ mode: string }>`select current_setting('transaction_read_only') as mode`;
  const { rows } = await query.execute(db);
  if (rows[0]?.mode === "on") {
    throw new StoreError("read-only", `${describePlace(url)} ${READ_ONLY_ADVICE}`);
  }
}

/**
 * Reads before it writes, so that a database that is not ours stays unchanged.
 *
 * @returns whether it has tables.
 */
export async function examinePostgres(db: Db, url: string): Promise<boolean> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_catalog.pg_tables where schemaname = current_schema()
  `.execute(db);
  if (tables.rows.length === 0) {
    return false;
  }
  if (!tables.rows.some(({ name }) => name === VERSION_TABLE)) {
    throw new StoreError(
      "foreign",
      `${describePlace(url)} belongs to another program. Create a database for Tableside alone and set DATABASE_URL to it.`,
    );
  }
  const { rows } = await sql.raw(SELECT_VERSION).execute(db);
  return hasTables(rows, describePlace(url));
}

/** Connects on demand. Errors say what to do if known. A connection that failed is never reused. */
export function createPool(url: string, limits = SERVING): PostgresPool {
  const { connections, statementMs } = limits;
  // The parameter of libpq, in seconds, which pg ignores.
  const connectMs = Number(new URL(url).searchParams.get("connect_timeout")) * 1_000;
  const pool = new pg.Pool({
    Client: SelfClosingClient,
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMs > 0 ? connectMs : CONNECT_MS,
    statement_timeout: statementMs,
    query_timeout: statementMs + GRACE_MS,
    // After this time, the lock of a transaction whose process or network died is free again.
    idle_in_transaction_session_timeout: statementMs + GRACE_MS,
    keepAlive: true,
    allowExitOnIdle: true,
    fallback_application_name: "tableside",
    types: { getTypeParser },
  });
  // A connection that breaks between two queries emits an event, which would end the process if unhandled.
  // The next query reports it.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    options: pool.options,
    async connect() {
      try {
        return rememberingFailure(await pool.connect(), url);
      } catch (error) {
        throw explainPostgresFault(error, url);
      }
    },
    async end() {
      // A server that does not respond never closes its connection, and must not keep the process alive.
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, CLOSE_MS);
      await Promise.race([pool.end(), late]);
      clearTimeout(timer);
    },
  };
}

/** If pg aborts a handshake, it leaves the connection open, and the process waits until the server closes it. */
class SelfClosingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connection.on("error", () => this.connection.stream.destroy());
  }
}

/** Wraps a connection to remember whether it failed: pg would reuse it while a late response is still to come. */
function rememberingFailure(client: pg.PoolClient, url: string): PostgresPoolClient {
  let broken: unknown;
  async function query(text: string, parameters: readonly unknown[]): Promise<unknown> {
    if (broken !== undefined) {
      throw broken;
    }
    try {
      return await client.query(text, [...parameters]);
    } catch (error) {
      const explained = explainPostgresFault(error, url);
      if (!(error instanceof pg.DatabaseError) || error.severity === "FATAL") {
        broken = explained;
      }
      throw explained;
    }
  }
  return {
    // Kysely's type also has cursors for streamed queries, which we do not use.
    query: query as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy === true || broken !== undefined),
  };
}

/** By default, 8-byte integers arrive as text. Ours are times and counts, far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format as "text");

const READ_ONLY_ADVICE =
  "is read-only: it is a standby, or was set to read-only. Set DATABASE_URL to the primary server or make this one writable.";

/** The meaning of codes in https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const EXPLANATIONS: readonly (readonly [codes: RegExp, fault: StoreFault, words: string])[] = [
  [
    /^(28|3F000|42501)/,
    "refused",
    "denies access: check the user and password in DATABASE_URL, and the server's pg_hba.conf. The user must own the database.",
  ],
  [/^3D000$/, "refused", "does not exist: check its name in DATABASE_URL."],
  [/^25006$/, "read-only", READ_ONLY_ADVICE],
  [
    /^(55P03|57014|25P03)$/,
    "busy",
    "is locked by another program. End that program or wait for it to finish, then try again.",
  ],
  [
    /^53300$/,
    "busy",
    "does not accept more connections. Raise max_connections on the server (each process of this service takes 4), or close other connections.",
  ],
  [/^53100$/, "full", "has a full disk. Free up space on its server; nothing was changed."],
  [/^(08|53|57P|58)/, "unreachable", "is starting, stopping or broken. See the server's own log."],
];

/** A StoreError that says what to do, without the password. An error in a query is returned unchanged. */
function explainPostgresFault(error: unknown, url: string): unknown {
  if (!(error instanceof Error)) {
    return error;
  }
  const { code } = error as { code?: unknown };
  if (error instanceof pg.DatabaseError) {
    const [, fault, words] = EXPLANATIONS.find(([codes]) => codes.test(String(code))) ?? [];
    return fault === undefined
      ? error
      : new StoreError(fault, `${describePlace(url)} ${words}`, { cause: error });
  }
  // The driver's own error for a password that the server requires.
  return error.message.startsWith("SASL")
    ? new StoreError(
        "refused",
        `${describePlace(url)} requires a password, and DATABASE_URL has none or an unusable one.`,
        { cause: error },
      )
    : new StoreError(
        "unreachable",
        `${describePlace(url)} cannot be reached (${errorCode(error) ?? error.message}). Start the server or correct the host, port or sslmode in DATABASE_URL.`,
        { cause: error },
      );
}

/** The database's URL without user and password, for messages. */
export function describePlace(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get("host") ?? decodeURIComponent(hostname);
  const at = host.startsWith("/") ? host : `${host}:${port || "5432"}`;
  return `The database ${decodeURIComponent(pathname.slice(1))} on ${at}`;
}
