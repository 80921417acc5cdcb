import type { Store } from "../store/store.ts";

/** How an account can be signed in to, besides its password. */
export interface SignInWays {
  /** Whether a code is asked for after the password. */
  readonly hasCodes: boolean;
  /** How many passkeys open it. */
  readonly passkeys: number;
}

export async function signInWays(
  { db }: Pick<Store, "db">,
  accountId: string,
): Promise<SignInWays> {
  const [codes, passkeys] = [
    await db
      .selectFrom("account_two_factor")
      .select("id")
      .where("user_id", "=", accountId)
      .where("verified", "=", 1)
      .executeTakeFirst(),
    await db.selectFrom("account_passkey").select("id").where("user_id", "=", accountId).execute(),
  ];
  return { hasCodes: codes !== undefined, passkeys: passkeys.length };
}
