import type { Store } from "../../store/store.ts";
import { digestOf, newToken } from "./tokens.ts";
import type { OfficeUser } from "./users.ts";

/** A working day. */
export const SESSION_MS = 12 * 3_600_000;

/** Opens a session, and ends those that are over. @returns its token, for the browser's cookie. */
export async function openSession(
  { db }: Pick<Store, "db">,
  userId: string,
  nowMs: number,
): Promise<string> {
  const token = newToken();
  await db.deleteFrom("office_session").where("ends_at", "<=", nowMs).execute();
  await db
    .insertInto("office_session")
    .values({ digest: digestOf(token), user_id: userId, ends_at: nowMs + SESSION_MS })
    .execute();
  return token;
}

/** Whose session a token is; undefined when it is over or made up. */
export function userOf(
  { db }: Pick<Store, "db">,
  token: string,
  nowMs: number,
): Promise<OfficeUser | undefined> {
  return db
    .selectFrom("office_session")
    .innerJoin("office_user", "office_user.id", "office_session.user_id")
    .select(["office_user.id", "office_user.email"])
    .where("office_session.digest", "=", digestOf(token))
    .where("office_session.ends_at", ">", nowMs)
    .executeTakeFirst();
}

export async function endSession({ db }: Pick<Store, "db">, token: string): Promise<void> {
  await db.deleteFrom("office_session").where("digest", "=", digestOf(token)).execute();
}
