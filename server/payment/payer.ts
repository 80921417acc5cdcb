import type { Transaction } from "kysely";
import type { Schema } from "../store/schema.ts";

/**
 * Whether the account is still there, which whoever credits it asks within the same transaction: a
 * claim may lie in store until long after its account was deleted.
 */
export async function isThere(
  transaction: Transaction<Schema>,
  accountId: string,
): Promise<boolean> {
  const account = await transaction
    .selectFrom("account_user")
    .select("id")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return account !== undefined;
}
