import { accessSync, constants, existsSync } from "node:fs";
import { backup as copyPages, DatabaseSync } from "node:sqlite";
import { openForReading, queriesOf } from "../store/read-store.ts";
import { explainSqliteFault } from "../store/sqlite-fault.ts";
import { examineSqlite } from "../store/sqlite.ts";
import { digestRows } from "./row-digest.ts";
import type { TableDigest } from "./row-digest.ts";
import { sqliteRows } from "./sqlite-rows.ts";
import { tablesOf } from "./tables.ts";
import { requireWholeTables } from "./whole-tables.ts";

/** Every page at once: in steps, each change by another process would begin the copy anew. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies a SQLite database, as it is at one instant, into an empty file.
 *
 * @returns what its rows are recognized by; undefined where no service has been.
 */
export async function copySqlite(file: string, draft: string): Promise<TableDigest[] | undefined> {
  if (!existsSync(file)) {
    return undefined;
  }
  let db: DatabaseSync | undefined;
  try {
    db = isWritable(file) ? new DatabaseSync(file, { timeout: 5_000 }) : openForReading(file);
    if (!examineSqlite(db, file)) {
      return undefined;
    }
    // The pages and the rows are then those of one instant.
    db.exec("begin");
    await requireWholeTables(queriesOf(db));
    const tables = tablesOf(db);
    await copyPages(db, draft, { rate: ALL_PAGES });
    return await digestRows(tables, sqliteRows(db));
  } catch (error) {
    throw explainSqliteFault(error, file);
  } finally {
    db?.close();
  }
}

/** Beside one that is not, SQLite would leave files of its own with the same rights: the next start could not write there. */
function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
