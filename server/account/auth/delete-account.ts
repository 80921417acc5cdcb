import { audit } from "../../store/audit.ts";
import { publishChange } from "../../store/serialized.ts";
import type { Transaction } from "../../store/store.ts";

/**
 * Deletes an account with its sessions, password and email address, revokes its keys and removes its endpoints.
 * Payments stay under the account's id, as bookkeeping requires, and so do the subscription and the audit log.
 * Pending claims stay: if the money arrives, an owner of the service refunds it.
 */
export async function deleteAccount(
  transaction: Transaction,
  accountId: string,
  nowMs: number,
): Promise<void> {
  const ended = await transaction
    .updateTable("subscription")
    .set({ label: "(deleted)" })
    .where("account_id", "=", accountId)
    .returning("id")
    .execute();
  for (const { id } of ended) {
    await transaction
      .updateTable("api_key")
      .set({ revoked_at: nowMs, sealed: null })
      .where("subscription_id", "=", id)
      .execute();
    await transaction.deleteFrom("webhook_endpoint").where("subscription_id", "=", id).execute();
  }
  await publishChange(transaction);
  await transaction
    .updateTable("invoice")
    .set({ state: "closed" })
    .where("account_id", "=", accountId)
    .where("state", "=", "open")
    .execute();
  // The foreign keys also delete its sessions and password.
  await transaction.deleteFrom("account_user").where("id", "=", accountId).execute();
  await audit(transaction, accountId, "account_deleted", nowMs);
}
