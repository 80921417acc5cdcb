import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
} from "kysely";
import type { Durability, SqliteFile } from "./sqlite-file.ts";

/** What the dialect needs of an open file. */
export type OpenFile = Pick<
  SqliteFile,
  "read" | "write" | "writeLock" | "begin" | "commit" | "rollback"
>;

/** Kysely's SQLite dialect over Node's own SQLite. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #file: OpenFile;
  readonly #durability: Durability;

  constructor(file: OpenFile, durability: Durability) {
    super({
      database() {
        throw new Error("The driver of this dialect brings its own database.");
      },
    });
    this.#file = file;
    this.#durability = durability;
  }

  override createDriver(): Driver {
    return new NodeSqliteDriver(this.#file, this.#durability);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** SQLite can roll back `create table`; Kysely relies on that only if configured. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Readers work beside the one writer; writers wait for the write lock of the file. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Hands out connections: all share the file, and one at a time holds its write lock. */
class NodeSqliteDriver implements Driver {
  readonly #file: OpenFile;
  readonly #durability: Durability;

  constructor(file: OpenFile, durability: Durability) {
    this.#file = file;
    this.#durability = durability;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<NodeSqliteConnection> {
    return new NodeSqliteConnection(this.#file, this.#durability);
  }

  beginTransaction(connection: NodeSqliteConnection): Promise<void> {
    return connection.begin();
  }

  async commitTransaction(connection: NodeSqliteConnection): Promise<void> {
    connection.commit();
  }

  async rollbackTransaction(connection: NodeSqliteConnection): Promise<void> {
    connection.rollback();
  }

  async releaseConnection(): Promise<void> {}

  /** The store closes the file, which two of these share. */
  async destroy(): Promise<void> {}
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #file: OpenFile;
  readonly #durability: Durability;
  /** Releases the write lock; set within a transaction. */
  #unlock: (() => void) | undefined;

  constructor(file: OpenFile, durability: Durability) {
    this.#file = file;
    this.#durability = durability;
  }

  async executeQuery<R>({ query, sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } =
      this.#unlock !== undefined
        ? this.#file.write(sql, parameters)
        : SelectQueryNode.is(query) || /^\s*select\b/i.test(sql)
          ? await this.#file.read(sql, parameters)
          : await this.#writeAlone(sql, parameters);
    // What the rows are is what the type of the query says.
    return { rows: rows as R[], numAffectedRows: changes };
  }

  async #writeAlone(sql: string, parameters: readonly unknown[]) {
    await this.begin();
    try {
      const outcome = this.#file.write(sql, parameters);
      this.commit();
      return outcome;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  async begin(): Promise<void> {
    const unlock = await this.#file.writeLock(this.#durability);
    try {
      await this.#file.begin();
    } catch (error) {
      unlock();
      throw error;
    }
    this.#unlock = unlock;
  }

  /** Keeps the lock if the commit fails: the caller then rolls back, which releases it. */
  commit(): void {
    this.#file.commit();
    this.#end();
  }

  rollback(): void {
    try {
      this.#file.rollback();
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
