import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "../runtime/start-error.ts";
import { hasTables, SELECT_VERSION } from "../store/make-tables.ts";
import { digestRows } from "./row-digest.ts";
import type { TableDigest } from "./row-digest.ts";
import { sqliteRows } from "./sqlite-rows.ts";
import { deleteRows } from "./sqlite-rows.ts";
import { BACKUP_TABLE, PASSING, tablesOf } from "./tables.ts";
import type { Table } from "./tables.ts";

/*
 * A backup is a SQLite database, whichever kind it was made from, so that it can be put into either. A table of
 * its own says when it was made, and what the rows of each other table are recognized by.
 */

/** Raised when a backup is no longer what earlier versions read. */
const FORMAT = 1;

/** A backup that is sound. Close it after use. */
export interface Backup {
  readonly db: DatabaseSync;
  readonly madeAtMs: number;
  readonly tables: readonly Table[];
  readonly rows: number;
}

/**
 * Makes a backup of a SQLite file that holds the rows already.
 *
 * @param digests what its rows are recognized by, read from where they came from.
 */
export function sealBackup(file: string, digests: readonly TableDigest[], nowMs: number): void {
  const db = new DatabaseSync(file);
  try {
    // A backup is one file. And what is lost of a draft is lost with it.
    db.exec("pragma journal_mode = memory; pragma synchronous = off; begin");
    for (const name of PASSING.filter((each) => hasTable(db, each))) {
      deleteRows(db, name);
    }
    db.exec(`create table ${BACKUP_TABLE} (name text primary key not null, value text not null)`);
    const insert = db.prepare(`insert into ${BACKUP_TABLE} values (?, ?)`);
    insert.run("format", String(FORMAT));
    insert.run("made_at", String(nowMs));
    insert.run("digests", JSON.stringify(digests));
    db.exec("commit");
  } finally {
    db.close();
  }
}

/**
 * Opens a backup, and reads all of it: its pages, its rows, and what they are recognized by.
 *
 * @throws StartError when it is none, is damaged, or was written by a newer version.
 */
export async function openBackup(file: string): Promise<Backup> {
  if (!existsSync(file)) {
    throw new StartError(`There is no backup ${file}.`);
  }
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    return await examine(db, file);
  } catch (error) {
    db?.close();
    // Whatever SQLite has to say about a file that was whole when it was made.
    throw error instanceof StartError ? error : damagedBackup(file, String(error));
  }
}

async function examine(db: DatabaseSync, file: string): Promise<Backup> {
  if (!hasTable(db, BACKUP_TABLE)) {
    throw new StartError(`${file} is no backup that \`npm run -s backup\` made.`);
  }
  const facts = new Map(
    db
      .prepare(`select name, value from ${BACKUP_TABLE}`)
      .all()
      .map((row) => [String(row["name"]), String(row["value"])]),
  );
  if (Number(facts.get("format")) > FORMAT) {
    throw new StartError(
      `The backup ${file} was made by a newer version of Tableside. Restore it with that version.`,
    );
  }
  hasTables(db.prepare(SELECT_VERSION).all(), `The backup ${file}`);
  const [finding] = db.prepare("pragma integrity_check(1)").all();
  if (finding?.["integrity_check"] !== "ok") {
    throw damagedBackup(file, String(finding?.["integrity_check"]));
  }
  const tables = tablesOf(db);
  const digests = await digestRows(tables, sqliteRows(db));
  if (JSON.stringify(digests) !== facts.get("digests")) {
    throw damagedBackup(file, "its rows are not those that were written");
  }
  return {
    db,
    madeAtMs: Number(facts.get("made_at")),
    tables,
    rows: digests.reduce((sum, { rows }) => sum + rows, 0),
  };
}

/** Makes a database of a copy of a backup. */
export function unsealBackup(file: string): void {
  const db = new DatabaseSync(file);
  try {
    db.exec(`pragma journal_mode = memory; drop table ${BACKUP_TABLE}`);
  } finally {
    db.close();
  }
}

function hasTable(db: DatabaseSync, name: string): boolean {
  const query = "select 1 from sqlite_schema where type = 'table' and name = ?";
  return db.prepare(query).get(name) !== undefined;
}

function damagedBackup(file: string, cause: string): StartError {
  return new StartError(
    `The backup ${file} is damaged or no backup at all. Take another one. (${cause})`,
  );
}
