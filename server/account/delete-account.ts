import type { Transaction } from "kysely";
import { audit } from "../store/audit.ts";
import { publishChange } from "../store/serialized.ts";
import type { Schema } from "../store/tables.ts";

/**
 * Deletes an account with its sessions, password and e-mail address, and revokes its keys and
 * removes its endpoints. Payments are
 * kept under the account's id, as bookkeeping requires, and so are the subscription and the audit log.
 * Pending claims stay: if the money arrives, a person pays it back.
 */
export async function deleteAccount(
  transaction: Transaction<Schema>,
  accountId: string,
  nowMs: number,
): Promise<void> {
  await transaction
    .updateTable("api_key")
    .set({ revoked_at: nowMs, sealed: null })
    .where("subscription_id", "in", (query) =>
      query.selectFrom("subscription").select("id").where("account_id", "=", accountId),
    )
    .execute();
  await transaction
    .deleteFrom("webhook_endpoint")
    .where("subscription_id", "in", (query) =>
      query.selectFrom("subscription").select("id").where("account_id", "=", accountId),
    )
    .execute();
  await transaction
    .updateTable("subscription")
    .set({ label: "(deleted)" })
    .where("account_id", "=", accountId)
    .execute();
  await publishChange(transaction);
  await transaction
    .updateTable("invoice")
    .set({ state: "closed" })
    .where("account_id", "=", accountId)
    .where("state", "=", "open")
    .execute();
  // The foreign keys delete its sessions and password with it.
  await transaction.deleteFrom("account_user").where("id", "=", accountId).execute();
  await audit(transaction, accountId, "account_deleted", nowMs);
}
