import { access, constants, mkdir, statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";
import { isBusy } from "./sqlite-dialect.ts";

/** A data folder, whose database may not exist yet. */
export type DataFolder = ReturnType<typeof dataFolderAt>;

/** The data folder at a path, which need not exist, with absolute paths. */
export function dataFolderAt(path: string) {
  const folder = resolve(path);
  return { path: folder, databaseFile: join(folder, "tableside.sqlite") };
}

export function movedFile({ databaseFile }: DataFolder): string {
  return `${databaseFile}.moved`;
}

/**
 * Opens the data folder at `path`, creating it with mode 0700.
 *
 * @throws StartError if it cannot be created, is not a folder, or cannot be written to.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  const folder = dataFolderAt(path);
  try {
    await mkdir(folder.path, { recursive: true, mode: 0o700 });
    await access(folder.path, constants.R_OK | constants.W_OK | constants.X_OK);
    return folder;
  } catch (error) {
    throw new StartError(
      `The data folder ${folder.path} cannot be used (${errorCode(error)}). DATA_DIR must be a folder on a writable disk, owned by the service's user.`,
      { cause: error },
    );
  }
}

/**
 * Keeps every other server off the data folder until the lock is disposed of, or its process ends. A file with an open
 * SQLite transaction is the lock, because Node has no other that the operating system releases.
 *
 * @throws StartError if another server has it, or the folder cannot be used.
 */
export async function lockDataFolder(path: string): Promise<Disposable> {
  const folder = await openDataFolder(path);
  const file = join(folder.path, "server.lock");
  const lock = new DatabaseSync(file, { timeout: 0, open: false });
  try {
    lock.open();
    lock.exec("begin exclusive");
    return lock;
  } catch (error) {
    lock[Symbol.dispose]();
    const { bavail } = await statfs(folder.path);
    throw new StartError(
      isBusy(error)
        ? `Another server is running on the data folder ${folder.path}. Stop it or set a different DATA_DIR. To run several servers, set DATABASE_URL, and give each server its own DATA_DIR.`
        : bavail === 0
          ? `The disk of the data folder ${folder.path} is full. Free some space, and delete nothing in that folder.`
          : `The file ${file} cannot be used. Stop the service, delete the file and start again.`,
      { cause: error },
    );
  }
}

/** Minimum free bytes, unless a twentieth of the disk is free. */
const DISK_FREE = 2 ** 30;
const DISK_SHARE = 20;

/** What is wrong with the disk, and the remedy; null if it has enough space. */
export async function diskFault(path: string): Promise<string | null> {
  const { bavail, blocks, bsize } = await statfs(path);
  const free = bavail * bsize;
  return free >= DISK_FREE || free * DISK_SHARE >= blocks * bsize
    ? null
    : `The data folder's disk has ${Math.floor(free / 2 ** 20)} MiB left. Free some space: a full disk closes the tables.`;
}
