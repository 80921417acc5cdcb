import type { Kysely } from "kysely";
import type { AuditAction } from "../store/audit.ts";
import type { Store } from "../store/store.ts";
import { readTexts } from "../store/stored-value.ts";
import type { Schema } from "../store/tables.ts";

/** An entry of an account's audit log. */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly atMs: number;
  readonly detail: Readonly<Record<string, string>>;
}

/** Whether anybody has signed in to an account before. */
export async function hasSignedIn(db: Kysely<Schema>, accountId: string): Promise<boolean> {
  const entry = await db
    .selectFrom("audit")
    .select("id")
    .where("account_id", "=", accountId)
    .where("action", "in", ["signed_in", "signed_in_elsewhere"])
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

/** The latest entries of an account, the newest first. */
export async function auditOf(
  store: Store,
  accountId: string,
  limit: number,
): Promise<AuditEntry[]> {
  const rows = await store.db
    .selectFrom("audit")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("acted_by", "is", null)
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    // Only `audit` writes it.
    action: row.action as AuditAction,
    atMs: row.at,
    detail: readTexts(row.detail),
  }));
}
