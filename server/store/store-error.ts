import { StartError } from "../start-error.ts";

/** Why a database cannot be used. */
export type StoreFault = "busy" | "damaged" | "foreign" | "newer" | "unreachable";

/** The database cannot be used; the message says why and what to do. Nothing was overwritten. */
export class StoreError extends StartError {
  override readonly name = "StoreError";
  readonly fault: StoreFault;

  constructor(fault: StoreFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

// The primary result codes of https://www.sqlite.org/rescode.html; the low byte of `errcode`.
const BUSY = 5;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** What SQLite or the file system said about `file`, in words; anything else comes back as it is. */
export function explainStoreFault(error: unknown, file: string): unknown {
  if (error instanceof StoreError || !(error instanceof Error) || !("code" in error)) {
    return error;
  }
  const result = "errcode" in error ? Number(error.errcode) & 0xff : undefined;
  if (result === CORRUPT || result === NOT_A_DATABASE) {
    return damaged(file, { cause: error });
  }
  if (result === BUSY) {
    return new StoreError(
      "busy",
      `The database ${file} is held by another program. Wait for it to finish, or end it, and try again.`,
      { cause: error },
    );
  }
  return new StoreError(
    "unreachable",
    `The database ${file} cannot be opened for writing (${error.message}). Check DATA_DIR, the rights of the file and its folder, and the space on the disk.`,
    { cause: error },
  );
}

/** The file is no sound SQLite database. */
export function damaged(file: string, options?: ErrorOptions): StoreError {
  return new StoreError(
    "damaged",
    `The database ${file} is damaged or no database at all. It was left as it is. Put a backup in its place, or move it away to start with an empty one (every key is then to be issued anew).`,
    options,
  );
}
