import type { Store } from "../../store/store.ts";

/** The account that has an address. */
export async function userOf({ db }: Store, email: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom("account_user")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
}
