import { sql, type Transaction } from "kysely";
import type { Schema } from "./schema.ts";
import { damagedRow } from "./store-error.ts";
import type { Store } from "./store.ts";

type Work<T> = (transaction: Transaction<Schema>) => Promise<T>;

/** Looks within a transaction whether it may be done at all, and throws if not. */
export type Permit = Work<void>;

/** The permit of what anybody may do. */
export const everybody: Permit = async () => {};

/**
 * Does `work` in one transaction, after all others that are done this way and before the next: it may
 * read and then decide. A `work` that throws changes nothing.
 *
 * Other processes learn of it only when it announces what they keep in memory.
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

/**
 * Has every process read the keys of a subscription anew once this transaction is done: they, their
 * sites or its end were changed. For a change only: each process asks the database for it.
 */
export async function announceKeys(
  transaction: Transaction<Schema>,
  subscriptionId: string,
): Promise<void> {
  const revision = await raiseRevision(transaction);
  await transaction
    .updateTable("api_key")
    .set({ revision })
    .where("subscription_id", "=", subscriptionId)
    .execute();
}

/** Has every process read anew which games are down once this transaction is done. */
export async function announceMaintenance(transaction: Transaction<Schema>): Promise<void> {
  await raiseRevision(transaction);
}

async function raiseRevision(transaction: Transaction<Schema>): Promise<number> {
  // The row is the lock as well, so revisions become visible in their order.
  const row = await transaction
    .updateTable("meta")
    .set({ value: sql<string>`cast(cast(value as bigint) + 1 as text)` })
    .where("name", "=", "revision")
    .returning("value")
    .executeTakeFirst();
  return revisionOf(row);
}

/**
 * The number of changes announced so far, by whichever process.
 *
 * @throws StoreError when its row is gone or holds no number.
 */
export async function readRevision(store: Store): Promise<number> {
  const row = await store.db
    .selectFrom("meta")
    .select("value")
    .where("name", "=", "revision")
    .executeTakeFirst();
  return revisionOf(row);
}

function revisionOf(row: { value: string } | undefined): number {
  const revision = Number(row?.value ?? Number.NaN);
  if (!Number.isSafeInteger(revision)) {
    throw damagedRow("meta", "revision", "it counts changes and must be a whole number");
  }
  return revision;
}
