import { closeSync, openSync, readSync, type Stats } from "node:fs";
import { errorCode } from "../runtime/error-code.ts";

/**
 * Whether somebody other than SQLite has written into the file, as a backup that is copied over it does.
 *
 * @param present the file as it is now.
 */
export type OverwriteWatch = (present: Stats) => boolean;

/** A checkpoint writes into the file, waits for the disk, and only then counts what it has moved. */
const UNEXPLAINED_MS = 3_500;
/** Some file systems tell late when they were written to. */
const SETTLING_MS = 1_000;
/** Where the header of SQLite's log holds its salts, which are new each time it begins anew. */
const SALTS = { position: 16, bytes: 8 };

/**
 * Watches a file in WAL mode: all that SQLite writes goes to its log, and from there into the file only by
 * checkpoints, which it counts. A file that changes while that count stands still was written to by
 * something else. SQLite itself would mix the old pages in its memory with the new ones.
 *
 * @param log SQLite's log beside the file. Unlike the file itself it may be opened and closed here: SQLite
 *   holds no locks on it.
 * @param checkpointed how many pages of the present log are in the file, by SQLite.
 * @param steady a clock that nobody sets, ms.
 */
export function watchForOverwriting(
  log: string,
  checkpointed: () => number,
  steady: () => number,
): OverwriteWatch {
  let moved: string | undefined;
  let movedAtMs = -Infinity;
  let mtimeMs: number | undefined;
  let unexplainedSinceMs: number | undefined;

  return (present) => {
    const nowMs = steady();
    const latest = `${saltsOf(log)}:${checkpointed()}`;
    if (latest !== moved) {
      moved = latest;
      movedAtMs = nowMs;
    }
    if (nowMs - movedAtMs < SETTLING_MS || mtimeMs === undefined) {
      ({ mtimeMs } = present);
    }
    if (present.mtimeMs === mtimeMs) {
      unexplainedSinceMs = undefined;
      return false;
    }
    unexplainedSinceMs ??= nowMs;
    return nowMs - unexplainedSinceMs >= UNEXPLAINED_MS;
  };
}

function saltsOf(log: string): string {
  const salts = Buffer.alloc(SALTS.bytes);
  try {
    const handle = openSync(log, "r");
    try {
      readSync(handle, salts, 0, SALTS.bytes, SALTS.position);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (errorCode(error) !== "ENOENT") {
      throw error;
    }
  }
  return salts.toString("hex");
}
