import { existsSync } from "node:fs";
import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";

/** The folder that holds everything the service keeps. */
export interface DataFolder {
  /** The folder itself, absolute. */
  readonly path: string;
  /** Where its SQLite database is, or will be. */
  readonly databaseFile: string;
}

/** The data folder at `path`, whether it is there or not. */
export function dataFolderAt(path: string): DataFolder {
  const folder = resolve(path);
  return { path: folder, databaseFile: join(folder, "tableside.sqlite") };
}

/** What the SQLite database is called once the service was moved to PostgreSQL. */
export function movedFile({ databaseFile }: DataFolder): string {
  return `${databaseFile}.moved`;
}

/**
 * The data folder at `path`, made with mode 0700 when it is not there yet.
 *
 * The mode of a folder that exists is left to its owner: the files in it are 0600 in any case.
 *
 * @throws StartError when it cannot be made, is no folder, or cannot be written to.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  const dataFolder = dataFolderAt(path);
  const folder = dataFolder.path;
  try {
    await makeFolder(folder);
    if (!(await stat(folder)).isDirectory()) {
      throw new StartError(notAFolder(folder));
    }
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw explain(error, folder);
  }
  return dataFolder;
}

/**
 * Makes a folder and all above it. Not by mkdir's own `recursive`: where nothing can be made, as
 * below /proc, that never returns.
 */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const above = dirname(folder);
    if (errorCode(error) === "EEXIST") {
      return;
    }
    if (errorCode(error) !== "ENOENT" || above === folder || existsSync(above)) {
      throw error;
    }
    await makeFolder(above);
    await mkdir(folder, { mode: 0o700 });
  }
}

function explain(error: unknown, folder: string): unknown {
  switch (errorCode(error)) {
    case "EEXIST":
    case "ENOTDIR":
      return new StartError(notAFolder(folder), { cause: error });
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new StartError(
        `The data folder ${folder} cannot be written to. Give it to the user the service runs as, or set DATA_DIR to a folder that user may write to.`,
        { cause: error },
      );
    case undefined:
      return error;
    default:
      return new StartError(
        `The data folder ${folder} cannot be used (${errorCode(error)}). Set DATA_DIR to a folder the service may write to.`,
        { cause: error },
      );
  }
}

function notAFolder(folder: string): string {
  return `The data folder ${folder} is not a folder: it, or something on the way to it, is a file. Set DATA_DIR to a folder, or move that file away.`;
}
