import { accessSync, constants, statSync } from "node:fs";
import { access, open, stat } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { errorCode } from "../runtime/error-code.ts";
import { isBusy, resultCode, retryWhileBusy, sqliteDialects } from "./sqlite-dialect.ts";
import { StoreError, type StoreFault } from "./store-error.ts";
import type { Opening, Store } from "./store.ts";
import { hasTables, createTables, SELECT_VERSION, VERSION_TABLE } from "./table-creation.ts";
import type { Schema } from "./tables.ts";

/**
 * Opens the SQLite database `file`, creating it with mode 0600.
 *
 * @throws StoreError if the file is damaged, of another program or another version, busy or inaccessible; it is left
 * unchanged.
 */
export async function openSqlite(file: string, opening: Opening): Promise<Store> {
  let handles: DatabaseSync[] = [];
  try {
    // Unlike existsSync, this reports a folder that may not be read.
    if (opening === "open" && statSync(file, { throwIfNoEntry: false }) === undefined) {
      throw absent(file);
    }
    await createPrivately(file);
    const options = { timeout: 0, enableForeignKeyConstraints: true };
    const [writer, reader] = [new DatabaseSync(file, options), new DatabaseSync(file, options)];
    handles = [reader, writer];
    const hadTables = await retryWhileBusy(() => examineSqlite(writer, file));
    if (!hadTables && opening === "open") {
      throw absent(file);
    }
    // Allows readers and one writer at the same time.
    await retryWhileBusy(() => writer.exec("pragma journal_mode = wal"));
    const { ino } = statSync(file);
    const requireUsable = () => requireSameFile(file, ino);
    const explain = (error: unknown) => explainSqliteFault(error, file);
    const dialects = sqliteDialects({ reader, writer, requireUsable, explain });
    const db = new Kysely<Schema>({ dialect: dialects.full });
    if (!hadTables) {
      await db.transaction().execute(createTables);
    }
    return {
      db,
      lazyDb: new Kysely<Schema>({ dialect: dialects.normal }),
      hasOwnClock: false,
      async check() {
        requireUsable();
      },
      async close() {
        handles.filter(({ isOpen }) => isOpen).forEach((handle) => handle.close());
      },
    };
  } catch (error) {
    handles.forEach((handle) => handle.close());
    throw explainSqliteFault(error, file);
  }
}

/** SQLite itself would make the file readable by everybody; its -wal and -shm files copy the mode. */
async function createPrivately(file: string): Promise<void> {
  try {
    await (await open(file, "wx", 0o600)).close();
  } catch (error) {
    if (errorCode(error) !== "EEXIST") {
      throw error;
    }
    if (!(await stat(file)).isFile()) {
      throw new StoreError(
        "unreachable",
        `The database ${file} is not a file. Move it elsewhere or choose a different DATA_DIR.`,
      );
    }
    // SQLite would open a read-only file, and fail at the first change.
    await access(file, constants.R_OK | constants.W_OK);
  }
}

/**
 * Reads before anything is written, so that a foreign or damaged file stays unchanged.
 *
 * @returns whether it has tables.
 */
export function examineSqlite(handle: DatabaseSync, file: string): boolean {
  const tables = handle.prepare("select name from sqlite_master where type = 'table'").all();
  if (tables.length === 0) {
    return false;
  }
  if (!tables.some((table) => table["name"] === VERSION_TABLE)) {
    throw new StoreError(
      "foreign",
      `The database ${file} belongs to another program. Move it elsewhere or choose a different DATA_DIR.`,
    );
  }
  const findings = handle.prepare("pragma quick_check(1)").all();
  if (findings[0]?.["quick_check"] !== "ok") {
    throw damagedError(file);
  }
  return hasTables(handle.prepare(SELECT_VERSION).all(), `The database ${file}`);
}

/** Checks the file, because SQLite keeps using a file that was deleted or replaced, and its writes are lost. */
function requireSameFile(file: string, inode: number): void {
  if (statSync(file, { throwIfNoEntry: false })?.ino !== inode) {
    throw new StoreError(
      "gone",
      `The database ${file} was deleted or replaced while it was in use. Stop the service, restore that file or a backup, and start again.`,
    );
  }
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new StoreError(
      "read-only",
      `The database ${file} can no longer be written to (${errorCode(error)}). Check its disk, and the permissions of the file.`,
      { cause: error },
    );
  }
}

function absent(file: string): StoreError {
  return new StoreError("absent", `There is no database ${file}.`);
}

function damagedError(file: string, options?: ErrorOptions): StoreError {
  return new StoreError(
    "damaged",
    `The database ${file} is damaged or not a database. It was left unchanged. Move it elsewhere and restore a backup.`,
    options,
  );
}

const CORRUPT = 11;
const FULL = 13;
const NOT_A_DATABASE = 26;
/** PERM, READONLY, IOERR, CANTOPEN, AUTH. */
const UNREACHABLE: readonly number[] = [3, 8, 10, 14, 23];

export function isFull(error: unknown): boolean {
  const isKnown = error instanceof StoreError && error.fault === "full";
  return (
    isKnown || resultCode(error) === FULL || ["ENOSPC", "EDQUOT"].includes(errorCode(error) ?? "")
  );
}

/** An error that says what to do about `file`. An error in a query is returned unchanged. */
export function explainSqliteFault(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) {
    return error;
  }
  const code = resultCode(error);
  const fault = (kind: StoreFault, words: string) =>
    new StoreError(kind, `The database ${file} ${words}`, { cause: error });
  if (code === CORRUPT || code === NOT_A_DATABASE) {
    return damagedError(file, { cause: error });
  }
  if (isBusy(error)) {
    return fault(
      "busy",
      "is locked by another program. End that program or wait for it to finish, then try again.",
    );
  }
  if (isFull(error)) {
    return fault("full", "is on a full disk. Free some space; nothing was changed.");
  }
  return UNREACHABLE.includes(code) || "syscall" in error
    ? fault(
        "unreachable",
        `cannot be read or written (${error.message}). Check DATA_DIR, the permissions of the folder, the database and its -wal and -shm files, and the free disk space.`,
      )
    : error;
}
