import type { Transaction } from "kysely";
import { publishKeyChange } from "../store/revision.ts";
import type { Schema } from "../store/schema.ts";
import { audit } from "./audit-log.ts";

/**
 * Deletes an account with its sessions, password and address, and ends its keys. What was paid is kept,
 * under the account's id, as books have to be; so are the subscription it bought and the audit. A
 * transaction that is still looked for stays so: if its money arrives, a person pays it back.
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
  const ended = await transaction
    .updateTable("subscription")
    .set({ label: "(deleted)" })
    .where("account_id", "=", accountId)
    .returning("id")
    .execute();
  for (const { id } of ended) {
    await publishKeyChange(transaction, id);
  }
  await transaction
    .updateTable("invoice")
    .set({ state: "closed" })
    .where("account_id", "=", accountId)
    .where("state", "=", "open")
    .execute();
  // Sessions and password go with it.
  await transaction.deleteFrom("account_user").where("id", "=", accountId).execute();
  await audit(transaction, accountId, "account_deleted", nowMs);
}
