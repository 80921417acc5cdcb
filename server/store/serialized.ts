import { sql } from "kysely";
import { readFact } from "./store.ts";
import type { Store, Transaction } from "./store.ts";

/**
 * Runs `work` in a transaction that no other serialized transaction overlaps, in any process that uses the store, so
 * `work` can safely read and then write. If `work` throws, nothing is changed.
 */
export function serialized<T>(
  store: Store,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return store.db.transaction().execute(async (transaction) => {
    // Writing a row's own value back takes the lock on both engines.
    await transaction
      .updateTable("meta")
      .set((eb) => ({ value: eb.ref("value") }))
      .where("name", "=", "revision")
      .execute();
    return work(transaction);
  });
}

/** Makes every process reload its cached data within a second of this transaction's commit. */
export async function publishChange(transaction: Transaction): Promise<void> {
  await transaction
    .updateTable("meta")
    .set({ value: sql<string>`cast(cast(value as bigint) + 1 as text)` })
    .where("name", "=", "revision")
    .execute();
}

export async function readRevision(store: Store): Promise<number> {
  return Number(await readFact(store, "revision"));
}
