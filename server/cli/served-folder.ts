import { stat } from "node:fs/promises";
import { StartError } from "../runtime/start-error.ts";
import { dataFolderAt } from "../store/data-folder.ts";
import { FRESH_MS, readMarks } from "../store/server-marks.ts";
import { StoreError } from "../store/store-error.ts";

/** The settings that say where the store is. */
export interface Settings {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/**
 * Refuses to work on a file that a running server does not have: what it takes in there, such as a new key,
 * that server would never know.
 *
 * @throws StoreError when a service runs in the data folder that has lost its database.
 */
export async function requireServed({ databaseUrl, dataDir }: Settings): Promise<void> {
  if (databaseUrl !== null) {
    return;
  }
  const { path, databaseFile } = dataFolderAt(dataDir);
  for (const { pid, lost, inode } of await readMarks(path, Date.now())) {
    const how =
      lost ??
      (inode === null || inode === (await inodeOf(databaseFile))
        ? null
        : `The database ${databaseFile} was deleted or replaced while it was in use. Stop the service, put the right one in its place, and start again.`);
    if (how !== null) {
      throw new StoreError(
        "replaced",
        `Nothing was done: the service that runs here (process ${pid}) has lost its database. ${how}`,
      );
    }
  }
}

/** Throws a StartError when a service runs in the data folder, whatever its database is. */
export async function requireStopped({ dataDir }: Settings): Promise<void> {
  const { path } = dataFolderAt(dataDir);
  const [mark] = await readMarks(path, Date.now());
  if (mark !== undefined) {
    throw new StartError(
      `Nothing was done: a service runs in ${path} (process ${mark.pid}). Stop it first. If it was killed just now, wait ${FRESH_MS / 1_000} seconds.`,
    );
  }
}

async function inodeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.ino;
}
