import type { Transaction } from "kysely";
import { audit } from "../../store/audit.ts";
import { publishChange } from "../../store/serialized.ts";
import type { Store } from "../../store/store.ts";
import type { Schema } from "../../store/tables.ts";
import { endAccess } from "./sessions.ts";

/** Who had an account's address before. */
export interface FormerAddress {
  readonly email: string;
  readonly lang: string;
}

/**
 * Gives an account another e-mail address. Nothing is left that the old mailbox could open, and an
 * owner of the service is one no longer. The old address stays beside the account, for receipts and the log of acts.
 *
 * @param email in lower case.
 * @param keepsSession the one session that continues; null: none does.
 */
export async function moveAccount(
  transaction: Transaction<Schema>,
  accountId: string,
  { email, keepsSession }: { readonly email: string; readonly keepsSession: string | null },
  nowMs: number,
): Promise<FormerAddress | "taken" | "gone"> {
  const rows = await transaction
    .selectFrom("account_user")
    .select(["id", "email", "lang"])
    .where((is) => is.or([is("email", "=", email), is("id", "=", accountId)]))
    .execute();
  const user = rows.find(({ id }) => id === accountId);
  if (user === undefined || rows.length > 1) {
    return user === undefined ? "gone" : "taken";
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
  await endAccess(transaction, accountId, keepsSession);
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

/**
 * Deletes the account that only registered an address, as anybody can, and never confirmed it; gives "taken" where
 * one has it for good.
 *
 * @param mustVerify whether accounts must confirm their addresses before sign-in.
 */
export async function makeRoom(
  transaction: Transaction<Schema>,
  email: string,
  mustVerify: boolean,
  nowMs: number,
): Promise<"free" | "taken"> {
  const account = await transaction
    .updateTable("account_user")
    // Writing the value that is there already locks the row: it cannot be confirmed at the same moment.
    .set((is) => ({ email: is.ref("email") }))
    .where("email", "=", email)
    .returning(["id", "email_verified"])
    .executeTakeFirst();
  if (account === undefined) {
    return "free";
  }
  if (account.email_verified === 1 || !mustVerify || (await wasUsed(transaction, account.id))) {
    return "taken";
  }
  await endAccess(transaction, account.id);
  await deleteAccount(transaction, account.id, nowMs);
  return "free";
}

/** Whether anybody signed in to an account: before the service sent mails, that took no confirmation. */
export async function wasUsed(db: Store["db"], accountId: string): Promise<boolean> {
  const entry = await db
    .selectFrom("audit")
    .select("id")
    .where("account_id", "=", accountId)
    .where("action", "in", ["signed_in", "signed_in_elsewhere"])
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

/**
 * Deletes an account with its sessions, password and e-mail address, revokes its keys and removes its endpoints.
 * Payments stay under the account's id, as bookkeeping requires, and so do the subscription and the audit log.
 * Pending claims stay: if the money arrives, a person pays it back.
 */
export async function deleteAccount(
  transaction: Transaction<Schema>,
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
  // The foreign keys delete its sessions and password with it.
  await transaction.deleteFrom("account_user").where("id", "=", accountId).execute();
  await audit(transaction, accountId, "account_deleted", nowMs);
}

/** The addresses that accounts had until they moved, the earliest first. */
export function selectFormer(db: Store["db"]) {
  return db.selectFrom("account_former_address").selectAll().orderBy("left_at");
}

/**
 * The address that an account had at a time, epoch ms.
 *
 * @param former its own, the earliest first.
 */
export function addressAt<Present extends string | null>(
  present: Present,
  former: readonly { readonly email: string; readonly left_at: number }[],
  atMs: number,
): string | Present {
  // Moving it was the last thing that was done to the old address.
  return former.find(({ left_at: leftMs }) => leftMs >= atMs)?.email ?? present;
}
