import type { Store } from "../../store/store.ts";
import { MAX_PASSWORD, MIN_PASSWORD } from "./better-auth.ts";
import type { Hashing } from "./password-hashing.ts";
import { writeAs } from "./sessions.ts";
import type { SignedIn } from "./sessions.ts";

/** Why a password was not changed. */
type PasswordFault = "wrong_password" | "short_password" | "long_password";

/** What passwords are kept with. */
interface PasswordDesk {
  readonly store: Store;
  readonly hashing: Hashing;
}

/**
 * Changes the password of somebody who is signed in and knows it, and ends every session of the
 * account, this one too. Hashing takes its time, so both are looked at again where it is written: a
 * password that was reset meanwhile, by who has the mailbox, stays.
 *
 * @throws SignedOutError when the session ended meanwhile.
 */
export async function changeOwnPassword(
  { store, hashing }: PasswordDesk,
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
      // The library writes its times by the machine's clock.
      .set({ password: hash, updated_at: new Date().toISOString() })
      .where("id", "=", credential.id)
      .where("password", "=", checked)
      .returning("id")
      .executeTakeFirst();
    if (changed === undefined) {
      return "wrong_password";
    }
    await transaction.deleteFrom("account_session").where("user_id", "=", who.accountId).execute();
    return undefined;
  });
}

/** What the password of an account is kept as; undefined where there is no such account. */
export async function keptPassword({ db }: Store, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("account_credential")
    .innerJoin("account_user", "account_user.id", "account_credential.user_id")
    .select("account_credential.password")
    .where("account_user.email", "=", email.toLowerCase())
    .where("account_credential.provider_id", "=", "credential")
    .executeTakeFirst();
  return row?.password ?? undefined;
}

/** Whether a password is still kept as it was; where it is being changed just now, once that is done. */
export async function isStillKept(
  { db }: Store,
  email: string,
  kept: string | undefined,
): Promise<boolean> {
  const row = await db
    .updateTable("account_credential")
    // Writes what is there already, which waits for whoever holds the row.
    .set((is) => ({ password: is.ref("password") }))
    .where("password", "=", kept ?? "")
    .where("user_id", "in", (query) =>
      query.selectFrom("account_user").select("id").where("email", "=", email.toLowerCase()),
    )
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
