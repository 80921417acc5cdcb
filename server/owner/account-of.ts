import { ReviewError } from "../payment/errors.ts";
import type { Store } from "../store/store.ts";

/**
 * The id of the account with an e-mail address.
 *
 * @throws ReviewError when there is none.
 */
export async function accountOf(db: Store["db"], email: string): Promise<string> {
  const account = await db
    .selectFrom("account_user")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  if (account === undefined) {
    throw new ReviewError(`There is no account ${JSON.stringify(email)}.`);
  }
  return account.id;
}
