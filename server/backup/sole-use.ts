import { DatabaseSync } from "node:sqlite";
import { StartError } from "../runtime/start-error.ts";
import { retryWhileBusy } from "../store/sqlite-busy.ts";
import { explainSqliteFault, isBusy } from "../store/sqlite-fault.ts";

/** A command is done with a database by then; a service is not. */
const COMMAND_MS = 1_000;

/**
 * Opens a SQLite file for this process alone: as long as it is open nobody else opens it, and no service starts on it.
 * The lock is the system's own, so a process that was killed holds none.
 *
 * @throws StartError when another process has it open, or it is no database.
 */
export async function openAlone(file: string): Promise<DatabaseSync> {
  let db: DatabaseSync | undefined;
  try {
    const opened = (db = new DatabaseSync(file, { timeout: 0 }));
    await retryWhileBusy(
      () => opened.exec("pragma locking_mode = exclusive; begin immediate; commit"),
      { busyMs: COMMAND_MS },
    );
    return opened;
  } catch (error) {
    db?.close();
    throw isBusy(error)
      ? new StartError(
          `The database ${file} is in use: a service runs on it. Stop that service first, and what copies its changes. Nothing was changed.`,
          { cause: error },
        )
      : explainSqliteFault(error, file);
  }
}
