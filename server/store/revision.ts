import { sql, type Transaction } from "kysely";
import type { Schema } from "./schema.ts";
import type { Store } from "./store.ts";

/**
 * Does `work` in one transaction that also raises the revision, which is how every other process
 * learns that something changed. A `work` that throws changes nothing.
 *
 * The revision comes first: its row is the lock that puts all changes in one order, so `work` may
 * read and then decide.
 */
export function change<T>(
  store: Store,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return store.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("meta")
      .set({ value: sql<string>`cast(cast(value as bigint) + 1 as text)` })
      .where("name", "=", "revision")
      .execute();
    return work(transaction);
  });
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
