import type { Transaction } from "kysely";
import type { Schema } from "../../store/tables.ts";
import { endSessions } from "./sessions.ts";

/** Who had an account's address before. */
export interface FormerAddress {
  readonly email: string;
  readonly lang: string;
}

/**
 * Gives an account another e-mail address. Nothing is left that the old mailbox could open, and an
 * owner of the service is one no longer. The old address is
 * kept beside the account, for the trail of what was done while it had that one.
 *
 * @param email in lower case.
 * @param keepsSession the one session that goes on; null: none does.
 */
export async function moveAccount(
  transaction: Transaction<Schema>,
  accountId: string,
  { email, keepsSession }: { readonly email: string; readonly keepsSession: string | null },
  nowMs: number,
): Promise<FormerAddress | "taken" | "gone"> {
  const other = await transaction
    .selectFrom("account_user")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirst();
  if (other !== undefined) {
    return "taken";
  }
  const user = await transaction
    .selectFrom("account_user")
    .select(["email", "lang"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (user === undefined) {
    return "gone";
  }
  await transaction
    .insertInto("account_former_address")
    .values({ user_id: accountId, email: user.email, left_at: nowMs })
    .execute();
  await transaction
    .updateTable("account_user")
    .set({ email, email_verified: 1, updated_at: new Date(nowMs).toISOString() })
    .where("id", "=", accountId)
    .execute();
  await endSessions(transaction, accountId, { allBut: keepsSession ?? "" });
  // Links to reset the password that went to the old mailbox, and sign-ins that wait for a code.
  await transaction.deleteFrom("account_token").where("value", "=", accountId).execute();
  await transaction.deleteFrom("account_address_change").where("user_id", "=", accountId).execute();
  await transaction.deleteFrom("owner").where("account_id", "=", accountId).execute();
  for (const suffix of ["", " (trial)"]) {
    await transaction
      .updateTable("subscription")
      .set({ label: `${email}${suffix}` })
      .where("account_id", "=", accountId)
      .where("label", "=", `${user.email}${suffix}`)
      .execute();
  }
  return user;
}
