import { accessSync, constants, type Stats, statSync } from "node:fs";
import { errorCode } from "../runtime/error-code.ts";
import { watchForOverwriting } from "./overwritten-file.ts";
import { StoreError } from "./store-error.ts";

/** Throws a StoreError when the file is no longer the one that was opened. */
export type FileGuard = () => void;

/** What SQLite knows of a file that it has open. */
export interface FileFacts {
  /** How long the file must be; less than before is normal after a `vacuum`. Infinity for one that is no database. */
  bytesWanted(): number;
  /** How many pages of the present log are in the file. */
  checkpointed(): number;
}

/**
 * Notices what SQLite does not: that the database file was deleted, replaced, truncated or overwritten while
 * it is open. SQLite goes on working on the lost file, and everything written to it is gone at the next start.
 *
 * It only looks at names: opening and closing the file here would drop the locks that SQLite holds.
 *
 * @param file a database that is open, in WAL mode. Ask for the first time after the first read or write.
 * @param steady a clock that nobody sets, ms.
 */
export function guardAgainstLoss(
  file: string,
  { bytesWanted, checkpointed }: FileFacts,
  steady: () => number = () => performance.now(),
): FileGuard {
  const opened = statSync(file);
  const log = `${file}-wal`;
  let openedLog: Stats | undefined;
  const isOverwritten = watchForOverwriting(log, checkpointed, steady);
  let size = opened.size;
  let wasShort = false;

  return () => {
    const present = statOf(file);
    if (present === undefined || present.dev !== opened.dev || present.ino !== opened.ino) {
      throw new StoreError(
        "replaced",
        `The database ${file} was ${present === undefined ? "deleted" : "replaced"} while it was in use. Stop the service, put that file or a backup in its place, and start again: what was changed since is not in it.`,
      );
    }
    // SQLite keeps its log while anybody reads or writes. One seen before the first use here may be that of
    // another process, which deletes it when it closes.
    const presentLog = statOf(log);
    openedLog ??= presentLog;
    if (openedLog !== undefined && openedLog.ino !== presentLog?.ino) {
      throw new StoreError(
        "replaced",
        `The file ${log} was ${presentLog === undefined ? "deleted" : "replaced"} while it was in use: it held the latest changes. Stop the service by SIGTERM, which moves them into the database; killed, it loses them.`,
      );
    }
    // While another process checkpoints, the file may be short for a moment.
    const isShort = present.size < size && present.size < bytesWanted();
    if (isShort && wasShort) {
      throw new StoreError(
        "replaced",
        `The database ${file} was cut off while it was in use. Stop the service and put a backup in its place.`,
      );
    }
    wasShort = isShort;
    size = isShort ? size : present.size;
    if (!isShort && isOverwritten(present)) {
      throw new StoreError(
        "replaced",
        `Another program wrote into the database ${file} while it was in use. Stop the service, put a backup in the place of the file and of those beside it that begin with its name, and start again.`,
      );
    }
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
