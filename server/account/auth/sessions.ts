import { serialized } from "../../store/serialized.ts";
import type { Db, Store, Transaction } from "../../store/store.ts";

export interface SignedIn {
  readonly accountId: string;
  readonly email: string;
  readonly sessionId: string;
  /** The language of the emails to this account. */
  readonly lang: string;
}

/** The session has ended in the meantime, or the account was deleted. */
export class SignedOutError extends Error {
  override readonly name = "SignedOutError";

  constructor() {
    super("This session has ended.");
  }
}

const MAX_LISTED = 50;

/** Lists the sessions of an account, newest first, at most `MAX_LISTED`. */
export async function listSessions({ db }: Store, accountId: string, nowMs: number) {
  const rows = await db
    .selectFrom("account_session")
    .select(["id", "ip_address", "user_agent", "created_at"])
    .where("user_id", "=", accountId)
    .where("expires_at", ">", new Date(nowMs).toISOString())
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(MAX_LISTED)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    address: row.ip_address ?? "",
    userAgent: row.user_agent ?? "",
    createdAtMs: Date.parse(row.created_at),
  }));
}

/**
 * Runs `work` in one transaction, serialized with all other changes, while the session is locked. Work that changes
 * keys must call `publishChange`.
 *
 * @throws SignedOutError if the session has ended or the account was deleted; nothing is written.
 */
export function writeAs<T>(
  store: Store,
  { accountId, sessionId }: Pick<SignedIn, "accountId" | "sessionId">,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return serialized(store, async (transaction) => {
    const locked = await transaction
      .updateTable("account_session")
      // Rewriting the current value locks the row on both engines.
      .set((eb) => ({ user_id: eb.ref("user_id") }))
      .where("id", "=", sessionId)
      .where("user_id", "=", accountId)
      .returning("id")
      .executeTakeFirst();
    if (locked === undefined) {
      throw new SignedOutError();
    }
    return work(transaction);
  });
}

export async function endSessions(
  db: Db,
  accountId: string,
  which: { readonly id: string } | { readonly allBut: string | null },
): Promise<void> {
  const query = db.deleteFrom("account_session").where("user_id", "=", accountId);
  await (
    "id" in which ? query.where("id", "=", which.id) : query.where("id", "!=", which.allBut ?? "")
  ).execute();
}

/** Ends all access so far: sessions, sign-ins that wait for a code, and emailed links. */
export async function endAccess(
  db: Db,
  accountId: string,
  allBut: string | null = null,
): Promise<void> {
  await endSessions(db, accountId, { allBut });
  await db.deleteFrom("account_token").where("value", "=", accountId).execute();
}

/** Deletes expired sessions and emailed links, because sessions contain addresses. */
export async function deleteExpiredSessions({ db }: Store, nowMs: number): Promise<void> {
  const now = new Date(nowMs).toISOString();
  await db.deleteFrom("account_session").where("expires_at", "<", now).execute();
  await db.deleteFrom("account_token").where("expires_at", "<", now).execute();
}
