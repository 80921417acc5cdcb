import type { Store } from "../store/store.ts";

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

/** Ends one session of the account, or all but `kept`. Those of others stay as they are. */
export async function endSessions(
  store: Store,
  accountId: string,
  which: { readonly id: string } | { readonly allBut: string },
): Promise<void> {
  const query = store.db.deleteFrom("account_session").where("user_id", "=", accountId);
  await (
    "id" in which ? query.where("id", "=", which.id) : query.where("id", "!=", which.allBut)
  ).execute();
}
