import type { Transaction } from "kysely";
import type { Schema } from "../../store/tables.ts";
import { deleteAccount } from "../delete-account.ts";

/* Anybody can register any address. Until its mailbox has confirmed that, the address is still free to move to. */

/**
 * The account that has an address for good: it was confirmed, or needs no confirmation.
 *
 * @param mustVerify whether accounts must confirm their addresses before sign-in.
 */
export async function holderOf(
  transaction: Transaction<Schema>,
  email: string,
  mustVerify: boolean,
): Promise<{ readonly lang: string } | undefined> {
  const account = await transaction
    .selectFrom("account_user")
    .select(["id", "lang", "email_verified"])
    .where("email", "=", email)
    .executeTakeFirst();
  if (account === undefined || account.email_verified === 1 || !mustVerify) {
    return account;
  }
  return (await hasAnything(transaction, account.id)) ? account : undefined;
}

/** Deletes the account that only registered an address; gives "taken" where one has it for good. */
export async function makeRoom(
  transaction: Transaction<Schema>,
  email: string,
  mustVerify: boolean,
  nowMs: number,
): Promise<"free" | "taken"> {
  // Writing the value that is there already locks the row: it cannot be confirmed at the same moment.
  const unconfirmed = await transaction
    .updateTable("account_user")
    .set((is) => ({ email: is.ref("email") }))
    .where("email", "=", email)
    .where("email_verified", "=", 0)
    .returning("id")
    .executeTakeFirst();
  if ((await holderOf(transaction, email, mustVerify)) !== undefined) {
    return "taken";
  }
  if (unconfirmed !== undefined) {
    await transaction.deleteFrom("account_token").where("value", "=", unconfirmed.id).execute();
    await deleteAccount(transaction, unconfirmed.id, nowMs);
  }
  return "free";
}

/** Whether an account ever had a key or an invoice: before the service sent mails, that took no confirmation. */
async function hasAnything(transaction: Transaction<Schema>, accountId: string): Promise<boolean> {
  for (const table of ["subscription", "invoice", "payment", "balance_entry"] as const) {
    const row = await transaction
      .selectFrom(table)
      .select("id")
      .where("account_id", "=", accountId)
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) {
      return true;
    }
  }
  return false;
}
