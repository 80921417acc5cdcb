import { sql, type Transaction } from "kysely";
import type { Schema } from "./schema.ts";
import type { Store } from "./store.ts";

type Work<T> = (transaction: Transaction<Schema>) => Promise<T>;

/** Looks within a transaction whether it may be done at all, and throws if not. */
export type Permit = Work<void>;

/** The permit of what anybody may do. */
export const everybody: Permit = async () => {};

/**
 * Does `work` in one transaction that also raises the revision, which is how every other process
 * learns that keys or maintenance changed. A `work` that throws changes nothing.
 *
 * The revision comes first: its row is the lock that puts all changes in one order, so `work` may
 * read and then decide.
 */
export function change<T>(store: Store, work: Work<T>): Promise<T> {
  return store.db.transaction().execute(async (transaction) => {
    await raiseRevision(transaction);
    return work(transaction);
  });
}

/**
 * Does `work` as one of those changes, in the same order, but tells nobody: for what no process keeps
 * in memory. If keys turn out to be changed by it after all, `raiseRevision` says so.
 */
export function inTurn<T>(store: Store, work: Work<T>): Promise<T> {
  return store.db.transaction().execute(async (transaction) => {
    // Writes what is there already, since that takes the lock on both engines.
    await transaction
      .updateTable("meta")
      .set((is) => ({ value: is.ref("value") }))
      .where("name", "=", "revision")
      .execute();
    return work(transaction);
  });
}

/** Has every other process read anew what it keeps in memory, once this transaction is done. */
export async function raiseRevision(transaction: Transaction<Schema>): Promise<void> {
  await transaction
    .updateTable("meta")
    .set({ value: sql<string>`cast(cast(value as bigint) + 1 as text)` })
    .where("name", "=", "revision")
    .execute();
}

/** The number of changes made so far, by whichever process. */
export async function readRevision(store: Store): Promise<number> {
  const { value } = await store.db
    .selectFrom("meta")
    .select("value")
    .where("name", "=", "revision")
    .executeTakeFirstOrThrow();
  return Number(value);
}
