import { existsSync } from "node:fs";
import { backup as copyPages, DatabaseSync } from "node:sqlite";
import { StartError } from "../runtime/start-error.ts";
import type { DataFolder } from "../store/data-folder.ts";
import { openDataFolder } from "../store/data-folder.ts";
import { unsealBackup } from "./backup-file.ts";
import type { Backup } from "./backup-file.ts";
import { requireSameRows } from "./row-digest.ts";
import { putSecrets } from "./secret-texts.ts";
import type { SecretTexts } from "./secret-texts.ts";
import { openAlone } from "./sole-use.ts";
import { sqliteRows } from "./sqlite-rows.ts";
import { makeWholeFile } from "./whole-file.ts";

/**
 * Throws a StartError where a data folder has a database, or what SQLite keeps beside one: that of another database
 * would be read into the restored one.
 */
export async function refuseDatabase({ databaseFile }: DataFolder): Promise<void> {
  const found = ["", "-wal", "-shm", "-journal"]
    .map((end) => `${databaseFile}${end}`)
    .filter((file) => existsSync(file));
  if (found.length === 0) {
    return;
  }
  if (existsSync(databaseFile)) {
    // That of a service that runs is not to be moved away.
    (await openAlone(databaseFile)).close();
  }
  throw new StartError(
    `There is a database already: ${found.join(", ")}. Stop the service, and move ${databaseFile}* away, all of it.`,
  );
}

/**
 * Puts a backup, and the secrets if they are given, into a data folder without a database. The database gets its name
 * last of all: what was interrupted is begun again.
 */
export async function restoreSqlite(
  { db, tables }: Backup,
  folder: DataFolder,
  secrets: SecretTexts | null,
): Promise<void> {
  await openDataFolder(folder.path);
  if (secrets !== null) {
    await putSecrets(folder.path, secrets);
  }
  await makeWholeFile(folder.databaseFile, async (draft) => {
    await copyPages(db, draft);
    unsealBackup(draft);
    const copy = new DatabaseSync(draft, { readOnly: true });
    try {
      await requireSameRows(tables, sqliteRows(db), sqliteRows(copy));
    } finally {
      copy.close();
    }
  });
}

/** Puts a backup into an empty PostgreSQL database. */
export async function restorePostgres(backup: Backup, url: string): Promise<void> {
  const { intoPostgres } = await import("./into-postgres.ts");
  await intoPostgres(url, backup.tables, sqliteRows(backup.db));
}
