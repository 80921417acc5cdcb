import type { Transaction } from "kysely";
import type { Store } from "./store.ts";
import type { Schema } from "./tables.ts";

type Work<T> = (transaction: Transaction<Schema>) => Promise<T>;

/** Checks within a transaction whether the caller may do the work, and throws if not. */
export type Permit = Work<void>;

/** The permit of what anybody may do. */
export const everybody: Permit = async () => {};

/**
 * Runs `work` in a transaction that no other serialized transaction overlaps, in this process or in any
 * other on the store: it may read and then decide. If `work` throws, nothing has changed.
 *
 * Other processes do not notice the change unless `work` publishes it: see `revision.ts`.
 */
export function serialized<T>(store: Store, work: Work<T>): Promise<T> {
  return store.db.transaction().execute(async (transaction) => {
    await lockOut(transaction);
    return work(transaction);
  });
}

/** Keeps all serialized transactions out until this one is over. */
async function lockOut(transaction: Transaction<Schema>): Promise<void> {
  // Writing a row's own value back takes the lock on both engines.
  await transaction
    .updateTable("meta")
    .set((is) => ({ value: is.ref("value") }))
    .where("name", "=", "revision")
    .execute();
}
