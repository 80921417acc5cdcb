import { DatabaseSync } from "node:sqlite";
import { guardAgainstLoss } from "./lost-file.ts";
import type { FileGuard } from "./lost-file.ts";
import { retryWhileBusy } from "./sqlite-busy.ts";
import { explainSqliteFault, isBusy } from "./sqlite-fault.ts";
import { runStatement } from "./sqlite-statement.ts";
import type { StatementResult } from "./sqlite-statement.ts";

/** Whether a change is on the disk before its commit returns (`full`), or some time later. */
export type Durability = "full" | "normal";

/**
 * The open SQLite file of this process. One connection writes, for one caller at a time; another reads
 * meanwhile.
 */
export class SqliteFile {
  readonly #file: string;
  readonly #reader: DatabaseSync;
  readonly #writer: DatabaseSync;
  readonly #guard: FileGuard;
  /** Whether another program held the file for as long as the last one waited: then nobody else waits for it. */
  #isHeld = false;
  #lastWrite: Promise<void> = Promise.resolve();
  #durability: Durability | undefined;

  /** Opens a file that exists. Throws what SQLite throws. */
  constructor(file: string) {
    this.#file = file;
    this.#writer = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true });
    this.#reader = new DatabaseSync(file, { timeout: 0 });
    const facts = {
      bytesWanted: () => this.#bytesWanted(),
      checkpointed: () => this.#pragma("wal_checkpoint(noop)", "checkpointed"),
    };
    this.#guard = guardAgainstLoss(file, facts);
  }

  /** Does `work` on the writing connection, once no other process holds the file. */
  writeWhenFree<T>(work: (writer: DatabaseSync) => T): Promise<T> {
    return this.#whenFree(() => work(this.#writer));
  }

  /** Reads, even while somebody writes. */
  read(sql: string, parameters: readonly unknown[]): Promise<StatementResult> {
    return this.#whenFree(() => runStatement(this.#reader, sql, parameters, true));
  }

  /** Runs a statement of the caller that holds the write lock. */
  write(sql: string, parameters: readonly unknown[]): StatementResult {
    return this.#explained(() => runStatement(this.#writer, sql, parameters, false));
  }

  /**
   * Takes the write lock of this process, after all who asked before.
   *
   * @returns what releases it.
   * @throws StoreError when writes would not reach the file that was opened.
   */
  async writeLock(durability: Durability): Promise<() => void> {
    const before = this.#lastWrite;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastWrite = promise;
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

  /** Begins a transaction that no other process can write beside. */
  begin(): Promise<void> {
    // A plain `begin` takes SQLite's lock only at the first write. If another process has written in
    // between, that write fails at once instead of waiting.
    return this.writeWhenFree((writer) => writer.exec("begin immediate"));
  }

  commit(): void {
    this.#explained(() => this.#writer.exec("commit"));
  }

  rollback(): void {
    // SQLite itself rolls back when the disk is full; the caller should see that first error.
    if (this.#writer.isTransaction) {
      this.#explained(() => this.#writer.exec("rollback"));
    }
  }

  /** Throws a StoreError when the file is not the one that was opened, or may only be read. */
  check(): void {
    this.#explained(() => this.#guard());
  }

  close(): void {
    for (const handle of [this.#reader, this.#writer]) {
      if (handle.isOpen) {
        handle.close();
      }
    }
  }

  async #whenFree<T>(work: () => T): Promise<T> {
    try {
      const outcome = await retryWhileBusy(work, { isHeld: () => this.#isHeld });
      this.#isHeld = false;
      return outcome;
    } catch (error) {
      this.#isHeld = isBusy(error);
      throw explainSqliteFault(error, this.#file);
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
    try {
      return this.#pragma("page_size") * this.#pragma("page_count");
    } catch {
      return Infinity;
    }
  }

  #pragma(name: string, column = name): number {
    return Number(this.#reader.prepare(`pragma ${name}`).get()?.[column]);
  }
}
