import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { readConfig } from "../config/config.ts";
import { StartError } from "../runtime/start-error.ts";
import { dataFolderAt, lockDataFolder, movedFile, openDataFolder } from "../store/data-folder.ts";
import type { DataFolder } from "../store/data-folder.ts";
import { sync } from "../store/key-file.ts";
import { missingDatabase } from "../store/open-store.ts";
import { isBusy, retryWhileBusy } from "../store/sqlite-dialect.ts";
import { examineSqlite, explainSqliteFault } from "../store/sqlite.ts";
import { StoreError } from "../store/store-error.ts";
import { sqliteRows } from "../store/table-rows.ts";
import { createBackup, createOutput, readBackup, restoreDatabase } from "./backup-file.ts";
import { formatSecrets, putSecrets, requireOwnSecrets, loadSecrets } from "./backup-secrets.ts";
import { readSettings } from "./cli-store.ts";
import { notACommand, runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";

const USAGE = `Usage: npm run -s backup -- make FILE | restore FILE | move

  make FILE     backs up the database in DATA_DIR and the secrets to FILE, as a consistent
                snapshot, while the service runs. FILE is created with mode 0600, verified before
                it is renamed into place, and never overwritten. It contains the secrets, so keep
                it as safe as they are.
  restore FILE  restores a whole backup into DATA_DIR, which must not contain a database yet. Stop the
                service first. Everything is checked before anything is written.
  move          moves the service in DATA_DIR to the empty PostgreSQL database in DATABASE_URL. Stop
                the service first. The secrets that every server then needs as settings are written to
                DATA_DIR/postgres.env. If the move is interrupted, run the command again to start
                over or finish.`;

export const backupCommand: Command = { usage: USAGE, run };

async function run(args: string[], io: CommandIo): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [action, file, ...others] = positionals;
  const { databaseUrl, dataDir } = readSettings(io.env);
  const folder = dataFolderAt(dataDir);
  if (action === "move") {
    if (file !== undefined) {
      throw new UsageError('Run "move" by itself: it reads DATA_DIR and DATABASE_URL.');
    }
    return move(databaseUrl, folder, io);
  }
  if (action !== "make" && action !== "restore") {
    throw notACommand(action, ["make", "restore", "move"]);
  }
  if (!file || others.length > 0) {
    throw new UsageError("Specify one file.");
  }
  if (databaseUrl !== null) {
    throw new StartError(
      "DATABASE_URL is set, so this service uses PostgreSQL: back up and restore its database with pg_dump and pg_restore. To back up a service in DATA_DIR, unset DATABASE_URL.",
    );
  }
  await (action === "make" ? make : restore)(file, folder, io);
}

function requireDatabase(folder: DataFolder): void {
  if (!existsSync(folder.databaseFile)) {
    throw missingDatabase(folder);
  }
}

async function make(name: string, folder: DataFolder, io: CommandIo): Promise<void> {
  const { env, stdout, now = Date.now } = io;
  const file = resolve(name);
  requireDatabase(folder);
  const { rows } = await createBackup(
    folder.databaseFile,
    file,
    await loadSecrets(readConfig(env)),
    now(),
  );
  stdout.write(
    `Backed up to ${file}: ${rows} rows and the secrets, verified. Also keep a copy of signed-headers.ndjson.\n`,
  );
}

async function restore(name: string, folder: DataFolder, { stdout }: CommandIo): Promise<void> {
  const { databaseFile, path } = folder;
  // SQLite would apply a leftover journal of another database to the restored one.
  const found = ["", "-wal", "-shm", "-journal"].filter((end) =>
    existsSync(`${databaseFile}${end}`),
  );
  if (found.length > 0) {
    throw new StartError(
      `A database already exists: ${databaseFile}${found[0]}. Stop the service and move all ${databaseFile}* files elsewhere. To get only a key file, restore into an empty DATA_DIR and copy that file.`,
    );
  }
  const backup = resolve(name);
  const { madeAtMs, rows, secrets } = await readBackup(backup);
  await openDataFolder(path);
  // A service that lost its database may still be running.
  using _lock = existsSync(join(path, "server.lock")) ? await lockDataFolder(path) : undefined;
  await putSecrets(path, secrets);
  // The database is named last: an interrupted restore starts over.
  await restoreDatabase(backup, databaseFile);
  // Headers signed after the backup are only in this file.
  const missing = existsSync(join(path, "signed-headers.ndjson"))
    ? ""
    : " Before you start the service, copy its latest signed-headers.ndjson into that folder.";
  stdout.write(
    `Restored into ${path}: ${rows} rows, as of ${new Date(madeAtMs).toISOString()}.${missing}\n`,
  );
}

async function move(
  url: string | null,
  folder: DataFolder,
  { env, stdout }: CommandIo,
): Promise<void> {
  const { databaseFile, path } = folder;
  if (url === null) {
    throw new StartError(
      "DATABASE_URL is not set. Set it to the URL of the empty PostgreSQL database that the service will use.",
    );
  }
  requireDatabase(folder);
  const settingsFile = join(path, "postgres.env");
  const db = await openAlone(databaseFile);
  try {
    if (!examineSqlite(db, databaseFile)) {
      throw new StartError(`${databaseFile} is empty: no service has ever used it.`);
    }
    // With DATABASE_URL, the secrets would have to be settings already.
    const secrets = await loadSecrets(readConfig({ ...env, DATABASE_URL: "" }));
    requireOwnSecrets(db, secrets);
    const text = formatSecrets(secrets);
    const existing = existsSync(settingsFile) ? await readFile(settingsFile, "utf8") : undefined;
    if (existing !== undefined && existing !== text) {
      throw new StartError(`${settingsFile} contains different settings. Move it elsewhere.`);
    }
    const { intoPostgres } = await import("./to-postgres.ts");
    const rows = await intoPostgres(url, sqliteRows(db));
    if (existing === undefined) {
      await createOutput(settingsFile, (draft) => writeFile(draft, text));
    }
    // SQLite finds its journal files by the database's name.
    db.exec("pragma journal_mode = delete");
    await rename(databaseFile, movedFile(folder));
    await sync(path);
    stdout.write(
      `Moved and compared ${rows} rows. Add the settings in ${settingsFile} to those of every server. If this DATA_DIR has a key-encryption-key, every other server needs a copy in its own DATA_DIR. The old database is now ${movedFile(folder)}.\n`,
    );
  } catch (error) {
    throw error instanceof StoreError ? error : explainSqliteFault(error, databaseFile);
  } finally {
    db.close();
  }
}

/** How long to wait for another command to close the database. A service does not close it. */
const COMMAND_CLOSE_MS = 1_000;

/**
 * Opens a SQLite file exclusively. The lock is the operating system's, so a killed process holds none.
 *
 * @throws StartError if another process has the file open, or it is not a database.
 */
async function openAlone(file: string): Promise<DatabaseSync> {
  let db: DatabaseSync | undefined;
  try {
    const opened = (db = new DatabaseSync(file, { timeout: 0 }));
    await retryWhileBusy(
      () => opened.exec("pragma locking_mode = exclusive; begin immediate; commit"),
      COMMAND_CLOSE_MS,
    );
    return opened;
  } catch (error) {
    db?.close();
    throw isBusy(error)
      ? new StartError(
          `The database ${file} is in use: a service is running on it. Stop that service first, and any program that replicates the database. Nothing was changed.`,
          { cause: error },
        )
      : explainSqliteFault(error, file);
  }
}

if (import.meta.main) {
  await runProgram(backupCommand);
}
