import type { Store } from "../store/store.ts";

/** Deletes sessions and links that are over: they say where somebody was, and open nothing. */
export async function deleteExpired({ db }: Store, nowMs: number): Promise<void> {
  const now = new Date(nowMs).toISOString();
  await db.deleteFrom("account_session").where("expires_at", "<", now).execute();
  await db.deleteFrom("account_token").where("expires_at", "<", now).execute();
}
