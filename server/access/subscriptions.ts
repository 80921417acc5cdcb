import { newId } from "../store/ids.ts";
import { publishChange } from "../store/serialized.ts";
import type { Db, StoredRow, Transaction } from "../store/store.ts";
import { digestOf, newKeyText } from "./key-text.ts";
import type { KeyMode } from "./key-text.ts";

/** Already validated by the caller. */
interface SubscriptionKeyInput {
  readonly subscriptionId: string;
  readonly origins: readonly string[];
  readonly mode?: KeyMode;
  /** Encrypts the key so that its account can see it again; null if the key need not be stored. */
  readonly seal: ((keyId: string, keyText: string) => string) | null;
}

/** @param email in lower case. */
export function findAccount(db: Db, email: string) {
  return db.selectFrom("account_user").select("id").where("email", "=", email).executeTakeFirst();
}

export function findSubscription(db: Db, accountId: string) {
  return db
    .selectFrom("subscription")
    .select(["id", "ends_at"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
}

/** When an account was suspended, epoch ms; null if it is not. */
export async function suspendedSince(db: Db, accountId: string): Promise<number | null> {
  const row = await db
    .selectFrom("suspension")
    .select("since")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.since ?? null;
}

export async function moveEnd(
  transaction: Transaction,
  subscriptionId: string,
  endsAtMs: number,
): Promise<void> {
  await transaction
    .updateTable("subscription")
    .set({ ends_at: endsAtMs })
    .where("id", "=", subscriptionId)
    .execute();
  await publishChange(transaction);
}

export async function insertSubscription(
  transaction: Transaction,
  subscription: Pick<StoredRow<"subscription">, "label" | "ends_at" | "account_id">,
  nowMs: number,
): Promise<string> {
  const id = newId("sub");
  await transaction
    .insertInto("subscription")
    .values({ id, ...subscription, created_at: nowMs })
    .execute();
  return id;
}

export async function insertSubscriptionKey(
  transaction: Transaction,
  { subscriptionId, origins, mode, seal }: SubscriptionKeyInput,
  nowMs: number,
): Promise<{ id: string; keyText: string }> {
  const id = newId("key");
  const keyText = newKeyText(mode);
  await transaction
    .insertInto("api_key")
    .values({
      id,
      subscription_id: subscriptionId,
      digest: digestOf(keyText),
      hint: keyText.slice(-4),
      origins: JSON.stringify(origins),
      created_at: nowMs,
      revoked_at: null,
      sealed: seal?.(id, keyText) ?? null,
      last_used_at: null,
    })
    .execute();
  await publishChange(transaction);
  return { id, keyText };
}
