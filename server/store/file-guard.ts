import { accessSync, constants, statSync } from "node:fs";
import { errorCode } from "../runtime/error-code.ts";
import { StoreError } from "./store-error.ts";

/** Throws a StoreError when the file is not what it was. */
export type FileGuard = () => void;

/**
 * Notices what SQLite does not: a file that is open goes on working for this process after it was
 * deleted or replaced, and what is written then is lost with the next start.
 *
 * Only names are looked at. To open the file and close it again would drop the locks that SQLite
 * holds on it.
 *
 * @param file a database in use.
 * @param bytesWanted how long SQLite takes it to be; less is normal after a `vacuum`.
 */
export function watchFile(file: string, bytesWanted: () => number): FileGuard {
  const opened = statSync(file);
  const log = `${file}-wal`;
  let openedLog = statOf(log);
  let size = opened.size;
  let wasShort = false;

  return () => {
    const present = statOf(file);
    if (present === undefined || present.dev !== opened.dev || present.ino !== opened.ino) {
      throw new StoreError(
        "replaced",
        `The database ${file} was ${present === undefined ? "deleted" : "replaced"} while it was in use. Put it back, and start the service anew: what was changed since is not in the file.`,
      );
    }
    // SQLite makes its log when it first needs it, and keeps it while the file is open.
    const presentLog = statOf(log);
    openedLog ??= presentLog;
    if (openedLog !== undefined && openedLog.ino !== presentLog?.ino) {
      throw new StoreError(
        "replaced",
        `The file ${log} was ${presentLog === undefined ? "deleted" : "replaced"} while it was in use: it held the latest changes. Stop the service by SIGTERM, which moves them into the database; killed, it loses them.`,
      );
    }
    // While another process moves its changes into the file, that may be short for a moment.
    const isShort = present.size < size && present.size < bytesWanted();
    if (isShort && wasShort) {
      throw new StoreError(
        "replaced",
        `The database ${file} was cut off while it was in use. Stop the service and put a backup in its place.`,
      );
    }
    wasShort = isShort;
    size = isShort ? size : present.size;
    requireWritable(file);
  };
}

function statOf(file: string) {
  try {
    return statSync(file);
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") {
      return undefined;
    }
    throw error;
  }
}

function requireWritable(file: string): void {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new StoreError(
      "read-only",
      `The database ${file} can no longer be written to (${errorCode(error)}). Check the disk it is on, and the rights of the file.`,
      { cause: error },
    );
  }
}
