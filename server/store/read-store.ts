import { existsSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { Kysely } from "kysely";
import type { TablesState } from "./migrate.ts";
import type { Schema } from "./schema.ts";
import { NodeSqliteDialect, type OpenFile } from "./sqlite-dialect.ts";
import { explainSqliteFault } from "./sqlite-fault.ts";
import { runStatement } from "./sqlite-statement.ts";
import { examineSqlite } from "./sqlite.ts";
import { StoreError } from "./store-error.ts";
import type { Store, StorePlace } from "./store.ts";

/** A database that was opened to be looked at: it stays as it is. */
export interface ReadStore {
  readonly store: Store;
  /** How its tables stand to those of this version. */
  readonly tables: TablesState;
  /** What the database itself finds wrong with what it holds; it may take seconds. Empty: nothing. */
  integrity(): Promise<string[]>;
}

/** So many faults show that a file is damaged. */
const MAX_FAULTS = 10;

/**
 * Opens a database of either kind to be looked at. Nothing is made or brought up to date.
 *
 * @throws StoreError when it cannot be used, or is not there.
 */
export function readStore(place: StorePlace): Promise<ReadStore> {
  return "file" in place ? readSqlite(place.file) : readPostgres(place.url);
}

async function readPostgres(url: string): Promise<ReadStore> {
  const { examinePostgres, openPostgres, ownSchema } = await import("./postgres.ts");
  const store = await openPostgres(url, "look");
  try {
    const tables = await examinePostgres(store.db, await ownSchema(store.db, url), url);
    // What it holds is the server's own to check, by the checksums of its pages.
    return { store, tables, integrity: async () => [] };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function readSqlite(file: string): Promise<ReadStore> {
  if (!existsSync(file)) {
    throw new StoreError("absent", `There is no database ${file}.`);
  }
  let handle: DatabaseSync | undefined;
  try {
    const opened = (handle = openForReading(file));
    const tables = examineSqlite(opened, file);
    const db = queriesOf(opened);
    const store: Store = {
      db,
      lazyDb: db,
      tellsTime: false,
      async check() {
        for (const part of [file, `${file}-wal`, `${file}-shm`].filter((name) =>
          existsSync(name),
        )) {
          await access(part, constants.R_OK | constants.W_OK);
        }
      },
      alter: refuse,
      close: async () => opened.close(),
    };
    return { store, tables, integrity: async () => integrityOf(opened) };
  } catch (error) {
    handle?.close();
    throw explainSqliteFault(error, file);
  }
}

/** Opens a SQLite file that stays as it is, and makes none beside it. */
export function openForReading(file: string): DatabaseSync {
  const address = pathToFileURL(file);
  // Without a log nobody has it open. SQLite would make one to read it, and leave it there.
  address.search = existsSync(`${file}-wal`) ? "" : "?immutable=1";
  return new DatabaseSync(address, { readOnly: true, timeout: 5_000 });
}

/** Asks a database that is open already; nothing can be written this way. */
export function queriesOf(handle: DatabaseSync): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new NodeSqliteDialect(onlyRead(handle), "full") });
}

function onlyRead(handle: DatabaseSync): OpenFile {
  return {
    read: async (sql, parameters) => runStatement(handle, sql, parameters, true),
    write: refuse,
    writeLock: refuse,
    begin: refuse,
    commit: refuse,
    rollback: refuse,
  };
}

function refuse(): never {
  throw new Error("This database is open to be looked at only.");
}

function integrityOf(handle: DatabaseSync): string[] {
  const faults = handle
    .prepare(`pragma integrity_check(${MAX_FAULTS})`)
    .all()
    .map((row) => String(row["integrity_check"]))
    .filter((words) => words !== "ok");
  const orphans = handle
    .prepare("pragma foreign_key_check")
    .all()
    .slice(0, MAX_FAULTS)
    .map(
      ({ table, parent }) =>
        `a row of ${String(table)} belongs to one of ${String(parent)} that is gone`,
    );
  return [...faults, ...orphans];
}
