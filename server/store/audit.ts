import { AsyncLocalStorage } from "node:async_hooks";
import type { Kysely, Transaction } from "kysely";
import { newId } from "./ids.ts";
import type { Store } from "./store.ts";
import { readTexts } from "./stored-value.ts";
import type { Schema } from "./tables.ts";

/*
 * What was done, in one table that only grows: with an account, by its holder or by the service, which the account
 * shows; and by the owners of the service, which the back office shows.
 */

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
  | "address_changed"
  /** By an owner of the service. */
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

/** What accounts get a mail about, since it may not have been their holder. */
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
      acted_by: null,
      unmailed: news.has(action) ? 1 : 0,
    })
    .execute();
}

/** What owners and the command line do to accounts, keys and payments. */
export type OwnerAction =
  | "assigned"
  | "unassigned"
  | "dismissed"
  | "refunded"
  | "days_given"
  | "days_taken"
  | "key_issued"
  | "key_renewed"
  | "key_revoked"
  | "codes_off"
  | "suspended"
  | "reinstated"
  | "maintenance_on"
  | "maintenance_off"
  | "price_set"
  | "plan_added"
  | "plan_renamed"
  | "plan_retired"
  | "plan_offered"
  | "address_moved"
  | "owner_added"
  | "owner_enrolled"
  | "owner_removed"
  | "signed_in";

/** What to write down. */
interface ActOrder {
  readonly action: OwnerAction;
  readonly accountId: string | null;
  readonly detail: Readonly<Record<string, string>>;
}

const actor = new AsyncLocalStorage<string>();
/** Who did what no owner did in the back office. */
export const COMMAND_LINE = "command line";

/** Does `work` in the name of an owner, which each of its acts keeps. */
export function actingAs<T>(email: string, work: () => Promise<T>): Promise<T> {
  return actor.run(email, work);
}

/** In whose name this is done; null: at the command line. */
export function actorNow(): string | null {
  return actor.getStore() ?? null;
}

/** Writes an act down, within the transaction that does it. */
export async function recordAct(
  transaction: Transaction<Schema>,
  { action, accountId, detail }: ActOrder,
  nowMs: number,
): Promise<void> {
  await transaction
    .insertInto("audit")
    .values({
      id: newId("act"),
      at: nowMs,
      action,
      account_id: accountId,
      detail: JSON.stringify(detail),
      acted_by: actorNow() ?? COMMAND_LINE,
    })
    .execute();
}

/** The latest entries of an account, the newest first. */
export async function auditOf({ db }: Pick<Store, "db">, accountId: string, limit: number) {
  const rows = await db
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
