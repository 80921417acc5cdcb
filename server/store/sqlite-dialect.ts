import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import {
  type CompiledQuery,
  type DatabaseConnection,
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
  /** Throws when a write would not reach the file that was opened. */
  requireUsable(): void;
  /** Converts a fault of SQLite into an error that says what to do. */
  explain(error: unknown): unknown;
}

/** How long a statement waits for another process's transaction. */
const BUSY_MS = 5_000;
const MAX_PAUSE_MS = 50;
// A code of https://www.sqlite.org/rescode.html, the low byte of `errcode`.
const BUSY = 5;

/** The primary result code of an error of SQLite; 0 for any other error. */
export function resultCode(error: unknown): number {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : 0;
}

/** Whether another connection holds the database. */
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
  const lock = new WriteLock();
  const dialect = (durability: Durability): Dialect => ({
    createDriver: (): Driver => ({
      init: async () => {},
      acquireConnection: async () => new SqliteConnection(file, lock, durability),
      beginTransaction: (connection) => (connection as SqliteConnection).begin(),
      commitTransaction: async (connection) => (connection as SqliteConnection).commit(),
      rollbackTransaction: async (connection) => (connection as SqliteConnection).rollback(),
      releaseConnection: async () => {},
      destroy: async () => {},
    }),
    createAdapter: () => new FileAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  });
  return { full: dialect("full"), normal: dialect("normal") };
}

/** Lets Kysely run several transactions at once; `WriteLock` orders their writes. */
class FileAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Lets one caller of this process write at a time, in order of request. */
class WriteLock {
  /** The writer's last `pragma synchronous`. */
  durability: Durability | undefined;
  #last: Promise<void> = Promise.resolve();

  async take(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return resolve;
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #file: OpenFile;
  readonly #lock: WriteLock;
  readonly #durability: Durability;
  /** Releases the write lock; set within a transaction. */
  #unlock: (() => void) | undefined;

  constructor(file: OpenFile, lock: WriteLock, durability: Durability) {
    this.#file = file;
    this.#lock = lock;
    this.#durability = durability;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { reader, writer } = this.#file;
    try {
      if (this.#unlock !== undefined) {
        return run(writer, query);
      }
      if (SelectQueryNode.is(query.query) || /^\s*select\b/i.test(query.sql)) {
        return await retryWhileBusy(() => run<R>(reader, query));
      }
      await this.begin();
      try {
        const result = run<R>(writer, query);
        this.commit();
        return result;
      } catch (error) {
        this.rollback();
        throw error;
      }
    } catch (error) {
      throw this.#file.explain(error);
    }
  }

  async begin(): Promise<void> {
    const { writer } = this.#file;
    const startMs = performance.now();
    this.#unlock = await this.#lock.take();
    try {
      this.#file.requireUsable();
      if (this.#lock.durability !== this.#durability) {
        writer.exec(`pragma synchronous = ${this.#durability}`);
        this.#lock.durability = this.#durability;
      }
      // A plain `begin` takes SQLite's lock only at the first write, which fails if another process wrote in the
      // meantime. The wait for this process's own lock counts towards the limit.
      const leftMs = BUSY_MS - (performance.now() - startMs);
      await retryWhileBusy(() => writer.exec("begin immediate"), leftMs);
    } catch (error) {
      this.#end();
      throw this.#file.explain(error);
    }
  }

  /** Keeps the lock on failure: the caller then rolls back, which releases it. */
  commit(): void {
    try {
      this.#file.writer.exec("commit");
    } catch (error) {
      throw this.#file.explain(error);
    }
    this.#end();
  }

  rollback(): void {
    const { writer } = this.#file;
    try {
      // SQLite itself rolls back when the disk is full; the caller should get that first error.
      if (writer.isTransaction) {
        writer.exec("rollback");
      }
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#unlock?.();
    this.#unlock = undefined;
  }

  streamQuery(): never {
    throw new Error("Queries are not streamed.");
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
