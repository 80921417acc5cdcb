import type { Db, Transaction } from "../../store/store.ts";
import { endAccess } from "./sessions.ts";

export interface FormerAddress {
  readonly email: string;
  readonly lang: string;
}

/**
 * Changes the email address of an account. The old mailbox loses all access, and an owner of the service loses that
 * role.
 *
 * @param email in lower case.
 * @param keepsSession the one session that continues; null if none does.
 */
export async function moveAccount(
  transaction: Transaction,
  accountId: string,
  { email, keepsSession }: { readonly email: string; readonly keepsSession: string | null },
  nowMs: number,
): Promise<FormerAddress | "taken" | "gone"> {
  const rows = await transaction
    .selectFrom("account_user")
    .select(["id", "email", "lang"])
    .where((eb) => eb.or([eb("email", "=", email), eb("id", "=", accountId)]))
    .execute();
  const user = rows.find(({ id }) => id === accountId);
  if (user === undefined || rows.length > 1) {
    return user === undefined ? "gone" : "taken";
  }
  await transaction
    .updateTable("account_user")
    .set({ email, email_verified: 1, updated_at: new Date(nowMs).toISOString() })
    .where("id", "=", accountId)
    .execute();
  await endAccess(transaction, accountId, keepsSession);
  await transaction.deleteFrom("owner").where("account_id", "=", accountId).execute();
  await transaction
    .updateTable("subscription")
    .set({ label: email })
    .where("account_id", "=", accountId)
    .where("label", "=", user.email)
    .execute();
  return user;
}

/** Whether an account was ever signed in to, which needed no confirmation before the service sent emails. */
export async function wasUsed(db: Db, accountId: string): Promise<boolean> {
  const entry = await db
    .selectFrom("audit")
    .select("id")
    .where("account_id", "=", accountId)
    .where("action", "in", ["signed_in", "signed_in_elsewhere"])
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}
