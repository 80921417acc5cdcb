import { AsyncLocalStorage } from "node:async_hooks";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";

/** Why a database cannot be used. */
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

/** How a database is that may answer the same question later. */
const AWAY: readonly StoreFault[] = [
  "absent",
  "busy",
  "full",
  "gone",
  "read-only",
  "refused",
  "slow",
  "unreachable",
];

/** The database cannot be used; the message says why and what to do. Nothing was overwritten. */
export class StoreError extends StartError {
  override readonly name = "StoreError";
  readonly fault: StoreFault;

  constructor(fault: StoreFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
    const watch = watched.getStore();
    if (watch !== undefined && isAway(this)) {
      watch.away = this;
    }
  }
}

/** What the work under way met of a database that is away. */
const watched = new AsyncLocalStorage<{ away?: StoreError }>();

/** Does `work`. Where it fails and the database was away, throws that: a library may hide it behind an error of its own. */
export async function withStoreFault<T>(work: () => Promise<T>): Promise<T> {
  const watch: { away?: StoreError } = {};
  try {
    return await watched.run(watch, work);
  } catch (error) {
    throw watch.away ?? error;
  }
}

/** Whether a database does not answer for now, whatever was asked of it. */
export function isAway(error: unknown): error is StoreError {
  return error instanceof StoreError && AWAY.includes(error.fault);
}

/** What PostgreSQL says of a row whose owner is gone. */
const FOREIGN_KEY_VIOLATION = "23503";
/** SQLITE_CONSTRAINT_FOREIGNKEY of https://www.sqlite.org/rescode.html. */
const CONSTRAINT_FOREIGNKEY = 787;

/** Whether a row was refused since what it belongs to was deleted meanwhile. */
export function isOrphaned(error: unknown): boolean {
  const result = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  return result === CONSTRAINT_FOREIGNKEY || errorCode(error) === FOREIGN_KEY_VIOLATION;
}

/**
 * The database answers, and what it holds in a row cannot be what was written there.
 *
 * @param row what the row is found by.
 * @param wrong what is wrong with it.
 */
export function damagedRow(
  table: string,
  row: string,
  wrong: string,
  options?: ErrorOptions,
): StoreError {
  return new StoreError(
    "damaged",
    `The row ${JSON.stringify(row)} of the table ${table} is damaged: ${wrong}. Put the row right, or the whole database, from a backup.`,
    options,
  );
}
