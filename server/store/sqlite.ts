import { existsSync } from "node:fs";
import { access, constants, open, stat } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { errorCode } from "../runtime/error-code.ts";
import { hasTables, makeTables, SELECT_VERSION, VERSION_TABLE } from "./make-tables.ts";
import { NodeSqliteDialect } from "./sqlite-dialect.ts";
import { damaged, explainSqliteFault, notAFile } from "./sqlite-fault.ts";
import { SqliteFile } from "./sqlite-file.ts";
import { StoreError } from "./store-error.ts";
import type { Opening, Store } from "./store.ts";
import type { Schema } from "./tables.ts";

/**
 * Opens the SQLite database `file`; one that is made has mode 0600.
 *
 * @throws StoreError when the file is damaged, of another program, of another version, busy, or not
 *   to be reached; it is then as it was.
 */
export async function openSqlite(
  file: string,
  opening: Opening,
  mayMake?: () => void,
): Promise<Store> {
  let sqlite: SqliteFile | undefined;
  try {
    if (opening !== "make" && !existsSync(file)) {
      throw absent(file);
    }
    await createPrivately(file);
    const opened = (sqlite = new SqliteFile(file));
    const isMade = await opened.writeWhenFree((writer) => examineSqlite(writer, file));
    if (!isMade) {
      if (opening !== "make") {
        throw absent(file);
      }
      mayMake?.();
    }
    // Lets readers and one writer work side by side.
    await opened.writeWhenFree((writer) => writer.exec("pragma journal_mode = wal"));
    const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(opened, "full") });
    const lazyDb = new Kysely<Schema>({ dialect: new NodeSqliteDialect(opened, "normal") });
    const store: Store = {
      db,
      tellsTime: false,
      lazyDb,
      check: async () => opened.check(),
      alter: (work) => db.transaction().execute(work),
      async close() {
        await Promise.all([db.destroy(), lazyDb.destroy()]);
        opened.close();
      },
    };
    // Looked up beforehand, because making them waits for whoever is writing even if nothing is to do.
    if (!isMade) {
      await store.alter(makeTables);
    }
    return store;
  } catch (error) {
    sqlite?.close();
    throw explainSqliteFault(error, file);
  }
}

/** SQLite itself would make the file readable by everybody; its side files take the same mode. */
async function createPrivately(file: string): Promise<void> {
  try {
    await (await open(file, "wx", 0o600)).close();
  } catch (error) {
    if (errorCode(error) !== "EEXIST") {
      throw error;
    }
    if (!(await stat(file)).isFile()) {
      throw notAFile(file, { cause: error });
    }
    // SQLite would open a file that may only be read, and fail at the first change.
    await access(file, constants.R_OK | constants.W_OK);
  }
}

/**
 * Reads before anything is written: a file that is not ours, or not sound, stays untouched.
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
      `The database ${file} belongs to another program. Move it away, or choose another DATA_DIR.`,
    );
  }
  const findings = handle.prepare("pragma quick_check(1)").all();
  if (findings[0]?.["quick_check"] !== "ok") {
    throw damaged(file);
  }
  return hasTables(handle.prepare(SELECT_VERSION).all(), `The database ${file}`);
}

function absent(file: string): StoreError {
  return new StoreError("absent", `There is no database ${file}.`);
}
