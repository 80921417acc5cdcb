import { MAX_PASSWORD, MIN_PASSWORD } from "../../../src/account/password-length.ts";
import { audit } from "../../store/audit.ts";
import type { Store } from "../../store/store.ts";
import type { Hashing } from "./password-hashing.ts";
import { writeAs } from "./sessions.ts";
import type { SignedIn } from "./sessions.ts";

/** Why a password was not changed. */
type PasswordFault = "wrong_password" | "short_password" | "long_password";

/** Collaborators of `changePassword`. */
interface PasswordDeps {
  readonly store: Store;
  readonly hashing: Hashing;
  /** Epoch ms. */
  readonly now: () => number;
}

/**
 * Changes the password of somebody who is signed in and knows it, and ends every session of the
 * account, this one too. Hashing is slow, so the session and the old password are checked again on
 * writing: a password that the owner of the mailbox has reset meanwhile stays.
 *
 * @throws SignedOutError when the session ended meanwhile.
 */
export async function changePassword(
  { store, hashing, now }: PasswordDeps,
  who: SignedIn,
  current: string,
  password: string,
): Promise<PasswordFault | undefined> {
  if (password.length < MIN_PASSWORD || password.length > MAX_PASSWORD) {
    return password.length < MIN_PASSWORD ? "short_password" : "long_password";
  }
  const credential = await store.db
    .selectFrom("account_credential")
    .select(["id", "password"])
    .where("user_id", "=", who.accountId)
    .where("provider_id", "=", "credential")
    .executeTakeFirst();
  const checked = credential?.password ?? null;
  if (credential === undefined || checked === null) {
    return "wrong_password";
  }
  if (!(await hashing.verify({ hash: checked, password: current }))) {
    return "wrong_password";
  }
  const hash = await hashing.hash(password);
  return writeAs(store, who, async (transaction) => {
    const changed = await transaction
      .updateTable("account_credential")
      .set({ password: hash, updated_at: new Date(now()).toISOString() })
      .where("id", "=", credential.id)
      .where("password", "=", checked)
      .returning("id")
      .executeTakeFirst();
    if (changed === undefined) {
      return "wrong_password";
    }
    // Whoever knows the old one is still the same owner of the service.
    await transaction
      .updateTable("owner")
      .set({ password: hash })
      .where("account_id", "=", who.accountId)
      .where("password", "=", checked)
      .execute();
    // Somebody may have asked for it who should not have known the old one.
    await transaction
      .deleteFrom("account_address_change")
      .where("user_id", "=", who.accountId)
      .execute();
    await transaction.deleteFrom("account_session").where("user_id", "=", who.accountId).execute();
    // With the change, so that no crash keeps it from its owner.
    await audit(transaction, who.accountId, "password_changed", now());
    return undefined;
  });
}

/** The stored hash of an account's password; undefined if there is no such account. */
export async function storedPasswordHash(
  { db }: Store,
  email: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("account_credential")
    .innerJoin("account_user", "account_user.id", "account_credential.user_id")
    .select("account_credential.password")
    .where("account_user.email", "=", email.toLowerCase())
    .where("account_credential.provider_id", "=", "credential")
    .executeTakeFirst();
  return row?.password ?? undefined;
}

/** Whether the stored hash is still the same. Waits for a change that is being written. */
export async function isPasswordUnchanged(
  { db }: Store,
  email: string,
  hash: string | undefined,
): Promise<boolean> {
  const row = await db
    .updateTable("account_credential")
    // Writes the value that is already there, which waits for the row's lock.
    .set((is) => ({ password: is.ref("password") }))
    .where("password", "=", hash ?? "")
    .where("user_id", "in", (query) =>
      query.selectFrom("account_user").select("id").where("email", "=", email.toLowerCase()),
    )
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
