import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../../../src/wire/account-limits.ts";
import { audit } from "../../store/audit.ts";
import type { Store } from "../../store/store.ts";
import type { Hashing } from "./password-hashing.ts";
import { endAccess, writeAs } from "./sessions.ts";
import type { SignedIn } from "./sessions.ts";

type Credential = NonNullable<Awaited<ReturnType<typeof findCredential>>>;

export async function findCredential(
  { db }: Store,
  account: { readonly email: string } | { readonly accountId: string },
) {
  const row = await db
    .selectFrom("account_credential")
    .innerJoin("account_user", "account_user.id", "account_credential.user_id")
    .select(["account_credential.id", "account_credential.user_id as accountId"])
    .select("account_credential.password as hash")
    .where("account_credential.provider_id", "=", "credential")
    .where((eb) =>
      "email" in account
        ? eb("account_user.email", "=", account.email.toLowerCase())
        : eb("account_user.id", "=", account.accountId),
    )
    .executeTakeFirst();
  return row && { ...row, hash: row.hash ?? "" };
}

/** Whether the stored password is unchanged. Waits for a change that is being written. */
export async function isUnchanged({ db }: Store, { id, hash }: Credential): Promise<boolean> {
  const row = await db
    .updateTable("account_credential")
    // Rewriting the current value waits for the row's lock.
    .set((eb) => ({ password: eb.ref("password") }))
    .where("id", "=", id)
    .where("password", "=", hash)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Changes the password, and ends every session of the account, including this one. Hashing is slow, so the session and
 * the old password are checked again in the transaction that writes: a password that was reset in the meantime stays.
 *
 * @throws SignedOutError if the session has ended in the meantime.
 */
export async function changePassword(
  { store, hashing, now }: { store: Store; hashing: Hashing; now: () => number },
  who: SignedIn,
  current: string,
  password: string,
): Promise<"wrong_password" | "short_password" | "long_password" | undefined> {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    return password.length < MIN_PASSWORD_LENGTH ? "short_password" : "long_password";
  }
  const known = await findCredential(store, who);
  if (!known || !(await hashing.verify({ hash: known.hash, password: current }))) {
    return "wrong_password";
  }
  const hash = await hashing.hash(password);
  // The time is by the machine's clock, as in the library's links.
  const updatedAt = new Date().toISOString();
  return writeAs(store, who, async (transaction) => {
    const changed = await transaction
      .updateTable("account_credential")
      .set({ password: hash, updated_at: updatedAt })
      .where("id", "=", known.id)
      .where("password", "=", known.hash)
      .returning("id")
      .executeTakeFirst();
    if (changed === undefined) {
      return "wrong_password";
    }
    // The old password was given, so an owner of the service stays one.
    await transaction
      .updateTable("owner")
      .set({ password: hash })
      .where("account_id", "=", who.accountId)
      .where("password", "=", known.hash)
      .execute();
    await endAccess(transaction, who.accountId);
    await audit(transaction, who.accountId, "password_changed", now());
    return undefined;
  });
}
