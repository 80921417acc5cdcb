import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import {
  type CompiledQuery,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

/** Whether a change is on disk before its commit returns (`full`), or some time later. */
type Durability = "full" | "normal";

/** A SQLite file with two connections, so that reads continue during a write. */
export interface OpenFile {
  readonly reader: DatabaseSync;
  readonly writer: DatabaseSync;
  /** Throws if a write would not reach the file that was opened. */
  requireUsable(): void;
  explain(error: unknown): unknown;
}

/** How long a statement waits for another process's transaction. */
const BUSY_MS = 5_000;
const MAX_PAUSE_MS = 50;
// A code of https://www.sqlite.org/rescode.html, the low byte of `errcode`.
const BUSY = 5;

/** The primary result code of a SQLite error; 0 for any other error. */
export function resultCode(error: unknown): number {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : 0;
}

export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/**
 * Runs `work` once no other process holds the file. Node's driver works on the main thread, so SQLite itself must
 * not wait for a lock: `work` is retried, and other work continues in between.
 */
export async function retryWhileBusy<T>(work: () => T, busyMs = BUSY_MS): Promise<T> {
  let pauseMs = 1;
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || waitedMs >= busyMs) {
        throw error;
      }
    }
    await pause(pauseMs);
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  }
}

/** Kysely's dialects over one file, one for each durability. They share its write lock. */
export function sqliteDialects(file: OpenFile): Readonly<Record<Durability, Dialect>> {
  const { reader, writer, requireUsable, explain } = file;
  /** Resolves when the last writer of this process has ended. Writers take turns in order of request. */
  let lastEnded: Promise<void> = Promise.resolve();
  /** The writer's last `pragma synchronous`. */
  let lastDurability: Durability | undefined;

  function connect(durability: Durability) {
    /** Lets the next writer begin; set within a transaction. */
    let unlock: (() => void) | undefined;

    function end(): void {
      unlock?.();
      unlock = undefined;
    }

    async function begin(): Promise<void> {
      const startMs = performance.now();
      const { promise, resolve } = Promise.withResolvers<void>();
      const before = lastEnded;
      lastEnded = promise;
      await before;
      unlock = resolve;
      try {
        requireUsable();
        if (lastDurability !== durability) {
          writer.exec(`pragma synchronous = ${durability}`);
          lastDurability = durability;
        }
        // A plain `begin` takes SQLite's lock only at the first write, which fails if another process wrote in the
        // meantime. The wait for this process's own lock counts towards the limit.
        const leftMs = BUSY_MS - (performance.now() - startMs);
        await retryWhileBusy(() => writer.exec("begin immediate"), leftMs);
      } catch (error) {
        end();
        throw explain(error);
      }
    }

    /** Commits. A failed commit keeps the lock: the caller then rolls back, which releases it. */
    async function commit(): Promise<void> {
      try {
        writer.exec("commit");
      } catch (error) {
        throw explain(error);
      }
      end();
    }

    async function rollback(): Promise<void> {
      try {
        // SQLite itself rolls back when the disk is full; the caller should get that first error.
        if (writer.isTransaction) {
          writer.exec("rollback");
        }
      } finally {
        end();
      }
    }

    async function executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      try {
        if (unlock !== undefined) {
          return run(writer, query);
        }
        if (SelectQueryNode.is(query.query) || /^\s*select\b/i.test(query.sql)) {
          return await retryWhileBusy(() => run<R>(reader, query));
        }
        await begin();
        try {
          const result = run<R>(writer, query);
          await commit();
          return result;
        } catch (error) {
          await rollback();
          throw error;
        }
      } catch (error) {
        throw explain(error);
      }
    }

    function streamQuery(): never {
      throw new Error("Queries are not streamed.");
    }
    return { executeQuery, streamQuery, begin, commit, rollback };
  }

  type Connection = ReturnType<typeof connect>;
  const dialect = (durability: Durability): Dialect => ({
    createDriver: (): Driver => ({
      init: async () => {},
      acquireConnection: async () => connect(durability),
      beginTransaction: (connection) => (connection as Connection).begin(),
      commitTransaction: (connection) => (connection as Connection).commit(),
      rollbackTransaction: (connection) => (connection as Connection).rollback(),
      releaseConnection: async () => {},
      destroy: async () => {},
    }),
    createAdapter: () => new FileAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  });
  return { full: dialect("full"), normal: dialect("normal") };
}

/** Lets Kysely run several transactions at once; the write lock orders their writes. */
class FileAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function run<R>(handle: DatabaseSync, { sql, parameters }: CompiledQuery): QueryResult<R> {
  const statement = handle.prepare(sql);
  // The schema has text, numbers and null only, so that is all our typed queries pass.
  const values = parameters as SQLInputValue[];
  if (statement.columns().length === 0) {
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  }
  const rows = statement.all(...values) as R[];
  return { rows, numAffectedRows: BigInt(rows.length) };
}
