import { AsyncLocalStorage } from "node:async_hooks";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";

export type StoreFault =
  | "absent"
  | "busy"
  | "damaged"
  | "foreign"
  | "full"
  | "gone"
  | "read-only"
  | "refused"
  | "slow"
  | "unreachable"
  | "version";

/** Faults of the stored data. After any other fault, the database may answer the same query later. */
const LASTING_FAULTS: readonly StoreFault[] = ["damaged", "foreign", "version"];

const RESTORE = "Stop the service, put the file back or restore a backup, and start again.";
/** What happened, as the start of a sentence, and what the owner of the service should do. */
const NO_ANSWER = {
  what: "The database does not respond",
  remedy: "Start the database, or see the cause in the log.",
};
const PUBLIC_FAULTS: Partial<Record<StoreFault, typeof NO_ANSWER>> = {
  busy: { what: "Another program has locked the database", remedy: "Stop that program." },
  damaged: { what: "The database is damaged", remedy: RESTORE },
  full: {
    what: "The database disk is full",
    remedy: "Free up space on that disk; nothing needs a restart.",
  },
  gone: { what: "The database file was deleted or replaced", remedy: RESTORE },
  "read-only": {
    what: "The database is read-only",
    remedy:
      "Check its disk and the permissions of its file. With PostgreSQL, set DATABASE_URL to the primary server.",
  },
};

/** Why the database cannot be used, for any reader: the message of a StoreError can name hosts and files. */
export function describeFault(error: unknown): typeof NO_ANSWER {
  return (error instanceof StoreError && PUBLIC_FAULTS[error.fault]) || NO_ANSWER;
}

/** The database cannot be used; the message says why and what to do. Nothing was overwritten. */
export class StoreError extends StartError {
  override readonly name = "StoreError";
  readonly fault: StoreFault;

  constructor(fault: StoreFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
    const watch = watched.getStore();
    if (watch !== undefined && isUnreachable(this)) {
      watch.fault = this;
    }
  }
}

/** The fault of an unreachable database during the current work. */
const watched = new AsyncLocalStorage<{ fault?: StoreError }>();

/**
 * Runs `work`. If it fails while the database is unreachable, throws that fault, which a library may hide behind
 * its own error.
 */
export async function withStoreFault<T>(work: () => Promise<T>): Promise<T> {
  const watch: { fault?: StoreError } = {};
  try {
    return await watched.run(watch, work);
  } catch (error) {
    throw watch.fault ?? error;
  }
}

/** Whether the database does not respond at the moment, whatever the query. */
export function isUnreachable(error: unknown): error is StoreError {
  return error instanceof StoreError && !LASTING_FAULTS.includes(error.fault);
}

/** PostgreSQL's code for a row whose parent is gone. */
const FOREIGN_KEY_VIOLATION = "23503";
/** SQLITE_CONSTRAINT_FOREIGNKEY of https://www.sqlite.org/rescode.html. */
const CONSTRAINT_FOREIGNKEY = 787;

/** Whether a row was rejected because its parent was deleted in the meantime. */
export function isOrphaned(error: unknown): boolean {
  const result = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  return result === CONSTRAINT_FOREIGNKEY || errorCode(error) === FOREIGN_KEY_VIOLATION;
}
