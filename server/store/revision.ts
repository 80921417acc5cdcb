import { sql, type Transaction } from "kysely";
import { damagedRow } from "./store-error.ts";
import type { Store } from "./store.ts";
import type { Schema } from "./tables.ts";

/*
 * The revision counts the changes that every process has to load: of keys, of which games are under
 * maintenance, and of the endpoints of webhooks. Processes poll it.
 */

/**
 * Makes every process reload the keys of a subscription once this transaction commits. Call it when the
 * keys, their sites or the term have changed, and only then: each reload is a query.
 */
export async function publishKeyChange(
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

/** Makes every process reload which games are under maintenance once this transaction commits. */
export async function publishMaintenanceChange(transaction: Transaction<Schema>): Promise<void> {
  await raiseRevision(transaction);
}

/** Makes every process reload the endpoints of webhooks once this transaction commits. */
export async function publishWebhookChange(transaction: Transaction<Schema>): Promise<void> {
  await raiseRevision(transaction);
}

async function raiseRevision(transaction: Transaction<Schema>): Promise<number> {
  // This locks the row until the commit, so revisions become visible in order.
  const row = await transaction
    .updateTable("meta")
    .set({ value: sql<string>`cast(cast(value as bigint) + 1 as text)` })
    .where("name", "=", "revision")
    .returning("value")
    .executeTakeFirst();
  return revisionOf(row);
}

/**
 * How many changes any process has published so far.
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

/** What a running server looks at again and again. */
export interface StoreHead {
  readonly revision: number;
  /** The fingerprint of the secret that the data was made with; undefined before a first start. */
  readonly owner: string | undefined;
}

/** @throws StoreError like `readRevision`. */
export async function readStoreHead(store: Store): Promise<StoreHead> {
  const rows = await store.db
    .selectFrom("meta")
    .selectAll()
    .where("name", "in", ["revision", "secret_fingerprint"])
    .execute();
  return {
    revision: revisionOf(rows.find(({ name }) => name === "revision")),
    owner: rows.find(({ name }) => name === "secret_fingerprint")?.value,
  };
}

/**
 * Puts a revision where its row is gone or holds no number: one above all that keys and servers know of, so
 * that every server loads what may have changed. It counts changes and promises nothing to anybody, unlike
 * headers, the log or the secrets of days, and the rows that it counts are all there. To go on without it
 * would be worse: transactions lock each other out by its row.
 *
 * @returns whether there was need to.
 */
export async function mendRevision({ db }: Store): Promise<boolean> {
  const row = await db
    .selectFrom("meta")
    .select("value")
    .where("name", "=", "revision")
    .executeTakeFirst();
  if (isRevision(row)) {
    return false;
  }
  const known = await Promise.all(
    (["api_key", "server"] as const).map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.max("revision").as("most"))
        .executeTakeFirst(),
    ),
  );
  const most = known.map((found) => Number(found?.most ?? 0)).filter(Number.isSafeInteger);
  const value = String(Math.max(0, ...most) + 1);
  await db
    .insertInto("meta")
    .values({ name: "revision", value })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ value })
        // Another server may have been first, and a change may have followed.
        .where("meta.value", "=", row?.value ?? ""),
    )
    .execute();
  return true;
}

function isRevision(row: { value: string } | undefined): boolean {
  return Number.isSafeInteger(Number(row?.value ?? Number.NaN));
}

function revisionOf(row: { value: string } | undefined): number {
  if (!isRevision(row)) {
    throw damagedRow("meta", "revision", "it counts changes and must be a whole number");
  }
  return Number(row?.value);
}
