import type { Kysely, Selectable } from "kysely";
import { newId } from "../access/base62.ts";
import type { Store } from "../store/store.ts";
import { readTexts } from "../store/stored-value.ts";
import type { Schema } from "../store/tables.ts";

/** What can happen to an account that its owner may want to know about. */
export type AuditAction =
  | "registered"
  | "verified"
  | "signed_in"
  /** From a browser that had not signed in before. */
  | "signed_in_elsewhere"
  | "signed_out"
  | "session_ended"
  | "password_changed"
  | "password_reset"
  | "second_factor_on"
  | "second_factor_off"
  | "recovery_codes_renewed"
  | "recovery_code_used"
  /** Somebody who knows the password typed ten wrong codes. */
  | "codes_locked"
  | "address_change_asked"
  | "address_change_stopped"
  | "address_changed"
  /** By whoever runs the service. */
  | "address_moved"
  | "plan_chosen"
  | "invoice_cancelled"
  | "hash_submitted"
  | "payment_seen"
  | "payment_in_review"
  | "payment_dismissed"
  | "payment_credited"
  | "payment_withdrawn"
  | "balance_credited"
  | "balance_refunded"
  | "days_given"
  | "days_taken"
  | "suspended"
  | "reinstated"
  | "key_issued"
  | "key_revealed"
  | "key_rotated"
  | "origins_changed"
  | "webhook_added"
  | "webhook_removed"
  | "webhook_rotated"
  | "webhook_on"
  | "webhook_sent"
  | "account_deleted";

/** An entry of an account's audit log. */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly atMs: number;
  readonly detail: Readonly<Record<string, string>>;
}

/** What owners are told by mail, since it may not have been them. */
export const NEWS = [
  "password_changed",
  "password_reset",
  "second_factor_on",
  "second_factor_off",
  "recovery_code_used",
  "codes_locked",
  "address_changed",
  "address_moved",
  "origins_changed",
  "signed_in_elsewhere",
  "payment_seen",
  "payment_in_review",
  "payment_dismissed",
  "payment_credited",
  "payment_withdrawn",
  "balance_credited",
  "balance_refunded",
] as const satisfies readonly AuditAction[];
export type NewsAction = (typeof NEWS)[number];

const news: ReadonlySet<AuditAction> = new Set(NEWS);

/**
 * Adds an entry to the audit log, and with it the task to mail it if it is news. `detail` must not hold a
 * key or password.
 */
export async function audit(
  db: Kysely<Schema>,
  accountId: string,
  action: AuditAction,
  nowMs: number,
  detail: Readonly<Record<string, string>> = {},
): Promise<void> {
  await db
    .insertInto("audit")
    .values({
      id: newId("aud"),
      account_id: accountId,
      action,
      detail: JSON.stringify(detail),
      at: nowMs,
      unmailed: news.has(action) ? 1 : 0,
    })
    .execute();
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
  const rows: Selectable<Schema["audit"]>[] = await store.db
    .selectFrom("audit")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    // Written by this module only.
    action: row.action as AuditAction,
    atMs: row.at,
    detail: readTexts(row.detail),
  }));
}
