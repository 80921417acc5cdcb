import { existsSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";
import { createFile } from "../store/key-file.ts";
import { examineSqlite, explainSqliteFault, isFull } from "../store/sqlite.ts";
import { hasTables, SELECT_VERSION } from "../store/table-creation.ts";
import { digestRows, TRANSIENT_TABLES, sqliteRows } from "../store/table-rows.ts";
import { requireOwnSecrets } from "./backup-secrets.ts";
import type { BackupSecrets } from "./backup-secrets.ts";

/* A backup's own table: the secrets, the time it was made, and the digest of its rows. */
const TABLE = "tableside_backup";

export interface BackupFacts {
  /** Epoch ms. */
  readonly madeAtMs: number;
  /** SHA-256 over all rows, in hexadecimal digits. */
  readonly digest: string;
  readonly rows: number;
  readonly secrets: BackupSecrets;
}

/**
 * Copies a SQLite database into `file`, as a consistent and verified snapshot, even while a service writes to it.
 *
 * @throws StartError if the secrets are not its own, or the file exists or cannot be created.
 */
export async function createBackup(
  databaseFile: string,
  file: string,
  secrets: BackupSecrets,
  nowMs: number,
): Promise<BackupFacts> {
  return createOutput(file, async (draft) => {
    await vacuumInto(databaseFile, draft, secrets);
    const db = new DatabaseSync(draft);
    try {
      // A lost draft is simply discarded, so it need not be durable.
      db.exec("pragma journal_mode = memory; pragma synchronous = off; begin");
      TRANSIENT_TABLES.forEach((table) => db.exec(`delete from "${table}"`));
      const digested = await digestRows(sqliteRows(db));
      db.exec(`create table ${TABLE} (facts text not null)`);
      const facts = JSON.stringify({ madeAtMs: nowMs, ...digested, secrets });
      db.prepare(`insert into ${TABLE} values (?)`).run(facts);
      db.exec("commit");
    } finally {
      db.close();
    }
    return readBackup(draft);
  });
}

async function vacuumInto(
  databaseFile: string,
  draft: string,
  secrets: BackupSecrets,
): Promise<void> {
  let db: DatabaseSync | undefined;
  try {
    const url = pathToFileURL(databaseFile);
    // Without a write-ahead log, no program has the file open. To read it, SQLite would create a log, and leave the log
    // behind.
    url.search = existsSync(`${databaseFile}-wal`) ? "" : "?immutable=1";
    db = new DatabaseSync(url, { readOnly: true, timeout: 5_000 });
    if (!examineSqlite(db, databaseFile)) {
      throw new StartError(`${databaseFile} is empty: no service has ever used it.`);
    }
    requireOwnSecrets(db, secrets);
    db.prepare("vacuum into ?").run(draft);
  } catch (error) {
    throw isFull(error) ? error : explainSqliteFault(error, databaseFile);
  } finally {
    db?.close();
  }
}

/**
 * Reads a whole backup: its pages, its rows, and whether its secrets belong to its database.
 *
 * @throws StartError if the file is not a backup, is damaged, or was made by another version.
 */
export async function readBackup(file: string): Promise<BackupFacts> {
  if (!existsSync(file)) {
    throw new StartError(`The backup ${file} does not exist.`);
  }
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    const query = "select 1 from sqlite_schema where type = 'table' and name = ?";
    if (db.prepare(query).get(TABLE) === undefined) {
      throw new StartError(`${file} is not a backup made by \`npm run -s backup -- make\`.`);
    }
    hasTables(db.prepare(SELECT_VERSION).all(), `The backup ${file}`);
    const row = db.prepare(`select facts from ${TABLE}`).get();
    const facts = JSON.parse(String(row?.["facts"])) as BackupFacts;
    const [integrity] = db.prepare("pragma integrity_check(1)").all();
    const { digest } = await digestRows(sqliteRows(db));
    if (integrity?.["integrity_check"] !== "ok" || digest !== facts.digest) {
      throw new Error("its rows have changed since it was made");
    }
    requireOwnSecrets(db, facts.secrets);
    return facts;
  } catch (error) {
    // SQLite reports damage with many different messages.
    throw error instanceof StartError
      ? error
      : new StartError(
          `The backup ${file} is damaged or not a backup. Use a different one; a PostgreSQL .dump needs pg_restore. (${String(error)})`,
        );
  } finally {
    db?.close();
  }
}

/** Copies the database of a backup to an unused name, without the backup's own table. */
export function restoreDatabase(backup: string, databaseFile: string): Promise<void> {
  return createOutput(databaseFile, async (draft) => {
    await copyFile(backup, draft);
    const db = new DatabaseSync(draft);
    try {
      // Overwrites freed pages, so that no secrets remain in them.
      db.exec(`pragma secure_delete = on; pragma journal_mode = memory; drop table ${TABLE}`);
    } finally {
      db.close();
    }
  });
}

/** Like `createFile`, with messages that say what to do. */
export function createOutput<T>(file: string, write: (draft: string) => Promise<T>): Promise<T> {
  return createFile(file, write).catch((error: unknown) => {
    const code = errorCode(error) ?? "";
    if (error instanceof StartError || (!isFull(error) && !/^E[A-Z]+$/.test(code))) {
      throw error;
    }
    const words = isFull(error)
      ? `Not enough disk space for ${file}. Nothing was written.`
      : code === "EEXIST"
        ? `${file} already exists and will not be overwritten. Choose a different name.`
        : `${file} cannot be created (${code}). Check its folder.`;
    throw new StartError(words, { cause: error });
  });
}
