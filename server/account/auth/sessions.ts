import type { Transaction } from "kysely";
import type { Schema } from "../../store/schema.ts";
import { serialized } from "../../store/serialized.ts";
import type { Store } from "../../store/store.ts";

/** Who is signed in, and by which session. */
export interface SignedIn {
  readonly accountId: string;
  readonly email: string;
  readonly sessionId: string;
  /** The language of the mails to this account. */
  readonly lang: string;
}

/** What a write is allowed by. */
type Session = Pick<SignedIn, "accountId" | "sessionId">;

/** A browser that is signed in. */
export interface SessionInfo {
  readonly id: string;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAtMs: number;
  readonly endsAtMs: number;
}

/** Where an account is signed in, the newest first. */
export async function sessionsOf(
  store: Store,
  accountId: string,
  nowMs: number,
): Promise<SessionInfo[]> {
  const rows = await store.db
    .selectFrom("account_session")
    .select(["id", "ip_address", "user_agent", "created_at", "expires_at"])
    .where("user_id", "=", accountId)
    .where("expires_at", ">", new Date(nowMs).toISOString())
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    address: row.ip_address ?? "",
    userAgent: row.user_agent ?? "",
    createdAtMs: Date.parse(row.created_at),
    endsAtMs: Date.parse(row.expires_at),
  }));
}

/** Who asks is not signed in any more: the session was ended meanwhile, or the account deleted. */
export class SignedOutError extends Error {
  override readonly name = "SignedOutError";
}

/**
 * Makes sure, within the transaction of a write, that who asks for it is signed in, and keeps it so
 * until the transaction is done: whoever ends the session waits for that.
 *
 * @throws SignedOutError when the session is over; it goes with its account.
 */
export async function holdSession(
  transaction: Transaction<Schema>,
  { accountId, sessionId }: Session,
): Promise<void> {
  const held = await transaction
    .updateTable("account_session")
    // Writes what is there already, since that takes the row's lock on both engines.
    .set((is) => ({ user_id: is.ref("user_id") }))
    .where("id", "=", sessionId)
    .where("user_id", "=", accountId)
    .returning("id")
    .executeTakeFirst();
  if (held === undefined) {
    throw new SignedOutError("This session is over.");
  }
}

/**
 * Does `work` in one transaction, in turn with all other changes, for somebody who is signed in while
 * it is done. If keys are changed by it, `publishKeyChange` has to say so.
 *
 * @throws SignedOutError when the session is over; nothing is written then.
 */
export function writeAs<T>(
  store: Store,
  who: Session,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return serialized(store, async (transaction) => {
    await holdSession(transaction, who);
    return work(transaction);
  });
}

/** Ends one session of the account, or all but `kept`. Those of others stay as they are. */
export async function endSessions(
  db: Store["db"],
  accountId: string,
  which: { readonly id: string } | { readonly allBut: string },
): Promise<void> {
  const query = db.deleteFrom("account_session").where("user_id", "=", accountId);
  await (
    "id" in which ? query.where("id", "=", which.id) : query.where("id", "!=", which.allBut)
  ).execute();
}

/** Deletes sessions and links that are over: they say where somebody was, and open nothing. */
export async function deleteExpired({ db }: Store, nowMs: number): Promise<void> {
  const now = new Date(nowMs).toISOString();
  await db.deleteFrom("account_session").where("expires_at", "<", now).execute();
  await db.deleteFrom("account_token").where("expires_at", "<", now).execute();
}
