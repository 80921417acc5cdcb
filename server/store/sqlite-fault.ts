import { accessSync, constants, statSync } from "node:fs";
import { errorCode } from "../runtime/error-code.ts";
import { StoreError } from "./store-error.ts";

// The primary result codes of https://www.sqlite.org/rescode.html; the low byte of `errcode`.
const BUSY = 5;
const FULL = 13;
const DAMAGED: readonly number[] = [11, 26];
/** PERM, READONLY, IOERR, CANTOPEN, AUTH. */
const UNREACHABLE: readonly number[] = [3, 8, 10, 14, 23];

/** Whether another connection holds the database. */
export function isBusy(error: unknown): boolean {
  return resultOf(error) === BUSY;
}

/** Whether there is no room on the disk, or none for this user. */
export function isFull(error: unknown): boolean {
  const code = errorCode(error);
  const isSaid = error instanceof StoreError && error.fault === "full";
  return isSaid || resultOf(error) === FULL || code === "ENOSPC" || code === "EDQUOT";
}

function resultOf(error: unknown): number {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : 0;
}

/**
 * Turns a fault of SQLite or of the file system into a StoreError that says what to do about `file`.
 * Any other error, such as one in a query, is returned unchanged.
 */
export function explainSqliteFault(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) {
    return error;
  }
  const result = resultOf(error);
  if (DAMAGED.includes(result)) {
    return damaged(file, { cause: error });
  }
  if (result === BUSY) {
    return new StoreError(
      "busy",
      `The database ${file} is held by another program. Wait for it to finish, or end it, and try again.`,
      { cause: error },
    );
  }
  if (isFull(error)) {
    return new StoreError(
      "full",
      `The disk of the database ${file} is full. Make room; nothing was changed.`,
      { cause: error },
    );
  }
  if (NOT_OURS.test(error.message)) {
    return new StoreError(
      "damaged",
      `The database ${file} is not as its version made it (${error.message}). Stop the service, and put a backup in its place.`,
      { cause: error },
    );
  }
  if (UNREACHABLE.includes(result) && isFolder(file)) {
    return notAFile(file, { cause: error });
  }
  if (UNREACHABLE.includes(result) || "syscall" in error) {
    return new StoreError(
      "unreachable",
      `The database ${file} cannot be read and written (${error.message}). ${remedyOf(file)}`,
      { cause: error },
    );
  }
  return error;
}

/** SQLite does not say which of its files it could not use. */
function remedyOf(file: string): string {
  const barred = ["", "-wal", "-shm"].map((end) => `${file}${end}`).filter(isBarred);
  return barred.length === 0
    ? "Check DATA_DIR, the rights of the file, of those beside it that begin with its name and of its folder, and the space on the disk."
    : `This user has no right to ${barred.join(" and ")}: give it to the user the service runs as, with the mode 600, and run this as that user.`;
}

function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false;
  }
}

function isBarred(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return false;
  } catch (error) {
    return ["EACCES", "EPERM"].includes(errorCode(error) ?? "");
  }
}

/** The fault of what is no file at all. */
export function notAFile(file: string, options?: ErrorOptions): StoreError {
  return new StoreError(
    "unreachable",
    `The database ${file} is not a file. Move it away, or choose another DATA_DIR.`,
    options,
  );
}

/** What SQLite says of tables that are not those that were made. */
const NOT_OURS = /^(no such (table|column)|table \w+ has no column)/;

/** The fault of a file that is damaged, or no SQLite database. */
export function damaged(file: string, options?: ErrorOptions): StoreError {
  return new StoreError(
    "damaged",
    `The database ${file} is damaged or no database at all. It was left as it is. Put a backup in its place, or move it away to start with an empty one (every key is then to be issued anew).`,
    options,
  );
}
