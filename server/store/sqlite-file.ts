import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { watchFile, type FileGuard } from "./file-guard.ts";
import { explainSqliteFault, isBusy } from "./sqlite-fault.ts";

/** Whether a change is on the disk before its commit is answered, or some time later. */
export type Durability = "full" | "normal";

/** What a statement did. */
export interface Outcome {
  readonly rows: Record<string, unknown>[];
  readonly changes: bigint;
}

/** How long a statement waits for another process's transaction. */
const BUSY_MS = 5_000;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 50;

/**
 * The SQLite file of this process, by two connections: one that writes, in turns, and one that reads
 * meanwhile.
 *
 * Node's driver works on the main thread, so SQLite is never let wait for a lock there: whoever finds
 * the database held by another process comes back a little later, and all else goes on.
 */
export class SqliteFile {
  readonly #file: string;
  readonly #reader: DatabaseSync;
  readonly #writer: DatabaseSync;
  readonly #guard: FileGuard;
  #lastTurn: Promise<void> = Promise.resolve();
  #durability: Durability | undefined;

  /** Opens a file that is there. Throws what SQLite throws. */
  constructor(file: string) {
    this.#file = file;
    this.#writer = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true });
    this.#reader = new DatabaseSync(file, { timeout: 0 });
    this.#guard = watchFile(file, () => this.#bytesWanted());
  }

  /** Does `work` on the connection that writes, as soon as the file is not held. */
  patientlyWrite<T>(work: (writer: DatabaseSync) => T): Promise<T> {
    return this.#patiently(() => work(this.#writer));
  }

  /** Reads, whoever writes meanwhile. */
  read(sql: string, parameters: readonly unknown[]): Promise<Outcome> {
    return this.#patiently(() => runOn(this.#reader, sql, parameters, true));
  }

  /** Runs a statement of whoever has the turn. */
  write(sql: string, parameters: readonly unknown[]): Outcome {
    return this.#explained(() => runOn(this.#writer, sql, parameters, false));
  }

  /**
   * Waits until nobody else of this process writes.
   *
   * @returns what ends the turn.
   * @throws StoreError when what is written would not arrive in the file that was opened.
   */
  async takeTurn(durability: Durability): Promise<() => void> {
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    await before;
    try {
      this.check();
      if (this.#durability !== durability) {
        this.#writer.exec(`pragma synchronous = ${durability}`);
        this.#durability = durability;
      }
    } catch (error) {
      resolve();
      throw explainSqliteFault(error, this.#file);
    }
    return resolve;
  }

  /** Begins a transaction that is the only one to write from its beginning. */
  begin(): Promise<void> {
    // A plain `begin` takes the lock only at the first write, and when another process has written in
    // between, that fails at once instead of waiting for its turn.
    return this.patientlyWrite((writer) => writer.exec("begin immediate"));
  }

  commit(): void {
    this.#explained(() => this.#writer.exec("commit"));
  }

  rollback(): void {
    // A full disk rolls back by itself, and then the first error is the one to be told.
    if (this.#writer.isTransaction) {
      this.#explained(() => this.#writer.exec("rollback"));
    }
  }

  /** Throws a StoreError when the file is not the one that was opened, or may only be read. */
  check(): void {
    this.#guard();
  }

  close(): void {
    for (const handle of [this.#reader, this.#writer]) {
      if (handle.isOpen) {
        handle.close();
      }
    }
  }

  async #patiently<T>(work: () => T): Promise<T> {
    let pauseMs = FIRST_PAUSE_MS;
    for (let waitedMs = 0; ; waitedMs += pauseMs) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || waitedMs >= BUSY_MS) {
          throw explainSqliteFault(error, this.#file);
        }
      }
      await pause(pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }

  #explained<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw explainSqliteFault(error, this.#file);
    }
  }

  #bytesWanted(): number {
    const [size] = this.#reader.prepare("pragma page_size").all();
    const [pages] = this.#reader.prepare("pragma page_count").all();
    return Number(size?.["page_size"]) * Number(pages?.["page_count"]);
  }
}

function runOn(
  handle: DatabaseSync,
  sql: string,
  parameters: readonly unknown[],
  mayRepeat: boolean,
): Outcome {
  const statement = handle.prepare(sql);
  // Kysely hands over what our typed queries contain, and the schema has text, numbers and null only;
  // anything else is refused by SQLite itself.
  const values = parameters as SQLInputValue[];
  if (statement.columns().length === 0) {
    return { rows: [], changes: BigInt(statement.run(...values).changes) };
  }
  const rows = mayRepeat ? readRows(statement, values) : readBigRows(statement, values);
  return { rows, changes: BigInt(rows.length) };
}

function readRows(statement: StatementSync, values: SQLInputValue[]): Record<string, unknown>[] {
  try {
    return statement.all(...values);
  } catch (error) {
    // One number beyond 2^53 in one row would otherwise keep all the others from being read.
    if (error instanceof RangeError) {
      return readBigRows(statement, values);
    }
    throw error;
  }
}

/** Whole numbers beyond 2^53 come rounded, as they do from PostgreSQL. */
function readBigRows(statement: StatementSync, values: SQLInputValue[]): Record<string, unknown>[] {
  statement.setReadBigInts(true);
  const rows: Record<string, unknown>[] = statement.all(...values);
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (typeof value === "bigint") {
        row[name] = Number(value);
      }
    }
  }
  return rows;
}
