import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { explainPostgresFault } from "./postgres-fault.ts";

/** What the connections of one process are held to. */
export interface PoolLimits {
  readonly connections: number;
  /** How long a statement may take, the wait for other transactions included. */
  readonly statementMs: number;
}

/** How long a connection may take, the wait for a free one included, unless the address says otherwise. */
const CONNECT_MS = 3_000;
/** Timers take no more than 24 days, and fire at once for more. */
const MAX_CONNECT_MS = 3_600_000;
/** A server that is not there any more cannot keep its own limit: this much later we give up. */
const GRACE_MS = 2_000;
const CLOSE_MS = 2_000;
const INT8 = 20;

/**
 * Connections to the PostgreSQL database at `url`, made when they are wanted, for Kysely. Their
 * errors come in words where there are any; a connection that failed is never used again.
 */
export function createPool(url: string, { connections, statementMs }: PoolLimits): PostgresPool {
  const pool = new pg.Pool({
    Client: PromptClient,
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMsOf(url),
    statement_timeout: statementMs,
    query_timeout: statementMs + GRACE_MS,
    // The lock of a transaction whose process or network died is free again after this.
    idle_in_transaction_session_timeout: statementMs + GRACE_MS,
    keepAlive: true,
    allowExitOnIdle: true,
    fallback_application_name: "tableside",
    types: { getTypeParser },
  });
  // A connection that breaks between two queries says so by an event, which would end the process.
  // The next query is what finds out.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    options: pool.options,
    async connect() {
      try {
        return careful(await pool.connect(), url);
      } catch (error) {
        throw explainPostgresFault(error, url);
      }
    },
    async end() {
      // A silent server never says goodbye. What is left then does not keep the process alive.
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, CLOSE_MS);
      await Promise.race([pool.end(), late]);
      clearTimeout(timer);
    },
  };
}

/** As other programs of PostgreSQL read an address: `connect_timeout`, in whole seconds. An hour at most. */
export function connectMsOf(url: string): number {
  const seconds = Number(new URL(url).searchParams.get("connect_timeout"));
  const isGiven = Number.isSafeInteger(seconds) && seconds > 0;
  return isGiven ? Math.min(seconds * 1_000, MAX_CONNECT_MS) : CONNECT_MS;
}

/**
 * pg leaves the line open when it is itself that turns the server down, for want of a password or of
 * TLS: the process would not end before the server hangs up.
 */
class PromptClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connection.on("error", () => this.connection.stream.destroy());
  }
}

/**
 * A connection that remembers whether it failed: pg itself would hand it out again after a timeout,
 * with the late answer still to come.
 */
function careful(client: pg.PoolClient, url: string): PostgresPoolClient {
  let broken: unknown;
  async function query(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    if (broken !== undefined) {
      throw broken;
    }
    try {
      return await client.query(sql, [...parameters]);
    } catch (error) {
      const explained = explainPostgresFault(error, url);
      if (!(error instanceof pg.DatabaseError) || error.severity === "FATAL") {
        broken = explained;
      }
      throw explained;
    }
  }
  return {
    // Kysely's type also has cursors, for streamed queries, of which there are none.
    query: query as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy === true || broken !== undefined),
  };
}

/** Whole numbers of 8 bytes come as text otherwise; ours are times and counts, far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === INT8 ? Number : pg.types.getTypeParser(oid, format as "text");
