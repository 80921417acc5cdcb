import { DAY_MS, HOUR_MS } from "../../src/round/phases.ts";
import { readOrigins } from "../access/origins.ts";
import { findSubscription, insertSubscriptionKey } from "../access/subscriptions.ts";
import type { Vault } from "../access/vault.ts";
import { audit } from "../store/audit.ts";
import { publishChange } from "../store/serialized.ts";
import type { Db, Store, Transaction } from "../store/store.ts";

/** A key in its account's list. `retiresAtMs` is when the key stops working because it was replaced, or null. */
export type AccountKey = Awaited<ReturnType<typeof liveKeys>>[number];

/** The overlaps that the form offers: how long a replaced key keeps working. */
export const OVERLAPS_MS: readonly number[] = [0, HOUR_MS, DAY_MS, 7 * DAY_MS];

const MAX_WORKING_KEYS = 5;

/** The account's subscription, with its working keys, newest first; undefined if there is none. */
export async function subscriptionKeys(
  { db }: Pick<Store, "db">,
  accountId: string,
  nowMs: number,
) {
  const subscription = await findSubscription(db, accountId);
  return (
    subscription && {
      subscriptionId: subscription.id,
      endsAtMs: subscription.ends_at,
      keys: await liveKeys(db, subscription.id, nowMs),
    }
  );
}

async function liveKeys(db: Db, subscriptionId: string, nowMs: number) {
  const rows = await db
    .selectFrom("api_key")
    .select(["id", "hint", "origins", "revoked_at as retiresAtMs", "last_used_at as lastUsedAtMs"])
    .where("subscription_id", "=", subscriptionId)
    .where((eb) => eb.or([eb("revoked_at", "is", null), eb("revoked_at", ">", nowMs)]))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  // The current key precedes any key that it replaced in the same millisecond.
  return (
    rows
      // An empty list would mean any origin, but a damaged key is always rejected.
      .map((row) => ({ ...row, origins: readOrigins(row.origins) }))
      .toSorted((a, b) => (a.retiresAtMs === null ? 0 : 1) - (b.retiresAtMs === null ? 0 : 1))
  );
}

/** The text of one of the account's keys; undefined for another account's key or one that cannot be decrypted. */
export async function revealKey(
  store: Store,
  vault: Vault,
  accountId: string,
  keyId: string,
): Promise<string | undefined> {
  const row = await store.db
    .selectFrom("api_key")
    .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
    .select("api_key.sealed")
    .where("api_key.id", "=", keyId)
    .where("subscription.account_id", "=", accountId)
    .executeTakeFirst();
  return row?.sealed ? vault.open(keyId, row.sealed) : undefined;
}

/**
 * Issues a new key with the origins of the current one. The old keys keep working for `overlapMs`, or less if they
 * already stop sooner.
 *
 * @returns the id of the new key; undefined without a subscription, or with too many working keys.
 */
export async function rotateKey(
  transaction: Transaction,
  vault: Vault,
  accountId: string,
  overlapMs: number,
  nowMs: number,
): Promise<string | undefined> {
  const paid = await subscriptionKeys({ db: transaction }, accountId, nowMs);
  if (paid === undefined || (overlapMs > 0 && paid.keys.length >= MAX_WORKING_KEYS)) {
    return undefined;
  }
  const { subscriptionId } = paid;
  await transaction
    .updateTable("api_key")
    .set({ revoked_at: nowMs + overlapMs })
    .where("subscription_id", "=", subscriptionId)
    .where((eb) => eb.or([eb("revoked_at", "is", null), eb("revoked_at", ">", nowMs + overlapMs)]))
    .execute();
  const origins = paid.keys[0]?.origins ?? [];
  const key = { subscriptionId, origins, seal: vault.seal };
  const { id } = await insertSubscriptionKey(transaction, key, nowMs);
  const detail = { key: id, hours: String(overlapMs / HOUR_MS) };
  await audit(transaction, accountId, "key_rotated", nowMs, detail);
  return id;
}

/**
 * Sets the origins that may frame the tables, for all keys of the paid subscription. An empty list allows any origin.
 * Publishes nothing if nothing changes.
 *
 * @param origins as `parseOrigins` returns them.
 */
export async function setOrigins(
  transaction: Transaction,
  accountId: string,
  origins: readonly string[],
  nowMs: number,
): Promise<void> {
  const text = JSON.stringify(origins);
  const changed = await transaction
    .updateTable("api_key")
    .set({ origins: text })
    .where("subscription_id", "in", (eb) =>
      eb.selectFrom("subscription").select("id").where("account_id", "=", accountId),
    )
    .where("origins", "!=", text)
    .returning("id")
    .execute();
  if (changed.length > 0) {
    await audit(transaction, accountId, "origins_changed", nowMs, { origins: origins.join(" ") });
    await publishChange(transaction);
  }
}
