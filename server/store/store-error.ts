import { AsyncLocalStorage } from "node:async_hooks";
import { StartError } from "../runtime/start-error.ts";

/** Why a database cannot be used. */
export type StoreFault =
  | "absent"
  | "busy"
  | "damaged"
  | "foreign"
  | "full"
  | "read-only"
  | "refused"
  | "replaced"
  | "slow"
  | "unreachable"
  | "version";

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

/** How a database is that may answer the same question later. */
const AWAY: readonly StoreFault[] = [
  "absent",
  "busy",
  "full",
  "read-only",
  "refused",
  "replaced",
  "slow",
  "unreachable",
];

/** Whether a database does not answer for now, whatever was asked of it. */
export function isAway(error: unknown): error is StoreError {
  return error instanceof StoreError && AWAY.includes(error.fault);
}

/** What an error says of a database that is not the one that was opened any more; null for any other error. */
export function howLost(error: unknown): string | null {
  return error instanceof StoreError && error.fault === "replaced" ? error.message : null;
}

/** The database answers, and what it holds in a row cannot be what was written there. */
export class DamagedRow extends StoreError {}

/**
 * Names the row and the remedy.
 *
 * @param row what the row is found by.
 * @param wrong what is wrong with it.
 */
export function damagedRow(
  table: string,
  row: string,
  wrong: string,
  options?: ErrorOptions,
): DamagedRow {
  return new DamagedRow(
    "damaged",
    `The row ${JSON.stringify(row)} of the table ${table} is damaged: ${wrong}. Put the row right, or the whole database, from a backup.`,
    options,
  );
}
