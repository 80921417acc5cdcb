import { AsyncLocalStorage } from "node:async_hooks";
import { newId } from "./ids.ts";
import type { Db, Transaction } from "./store.ts";

/*
 * One table, whose rows are only added, for two kinds of actions: those on an account, by its holder or by the service,
 * which the file of its data contains; and those of the service's owners, which the back office shows.
 */

/** Events of an account that are emailed to its holder, since they may not be the holder's doing. */
export const NEWS = [
  "password_changed",
  "password_reset",
  "second_factor_on",
  "second_factor_off",
  "recovery_code_used",
  // Too many wrong codes were entered after the right password.
  "codes_locked",
  "address_changed",
  "origins_changed",
  // From a browser that had not signed in before.
  "signed_in_elsewhere",
  "payment_seen",
  "payment_in_review",
  "payment_dismissed",
  "payment_credited",
  "balance_credited",
  "balance_refunded",
] as const;
export type NewsAction = (typeof NEWS)[number];

export type AuditAction =
  | NewsAction
  | "registered"
  | "verified"
  | "signed_in"
  | "signed_out"
  | "session_ended"
  | "recovery_codes_renewed"
  | "address_change_asked"
  | "plan_chosen"
  | "hash_submitted"
  | "days_given"
  | "days_taken"
  | "suspended"
  | "reinstated"
  | "key_issued"
  | "key_revealed"
  | "key_rotated"
  | "webhook_added"
  | "webhook_removed"
  | "webhook_rotated"
  | "webhook_on"
  | "webhook_sent"
  | "account_deleted";

const news: ReadonlySet<AuditAction> = new Set(NEWS);

/** Adds an entry to the audit log and, for news, the task to email it. `detail` must not contain a key or password. */
export async function audit(
  db: Db,
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

/** Actions of owners and of the command line on accounts, keys and payments. */
export type OwnerAction =
  | "assigned"
  | "dismissed"
  | "refunded"
  | "days_given"
  | "days_taken"
  | "key_issued"
  | "key_renewed"
  | "key_revoked"
  | "key_sites_changed"
  | "codes_off"
  | "suspended"
  | "reinstated"
  | "maintenance_on"
  | "maintenance_off"
  | "price_set"
  | "plan_added"
  | "plan_retired"
  | "account_deleted"
  | "owner_link_created"
  | "owner_enrolled"
  | "owner_removed"
  | "signed_in";

interface ActionInput {
  readonly action: OwnerAction;
  readonly accountId: string | null;
  readonly detail: Readonly<Record<string, string>>;
}

/*
 * The actor is not an argument, because a dozen functions of keys, payments and plans, most of which the command line
 * also calls, would take an actor only to pass it on.
 */
const actor = new AsyncLocalStorage<string>();
/** The actor of actions outside the back office. */
export const COMMAND_LINE = "command line";

/** Runs `work` as an owner, who is recorded with each of its actions. */
export function actingAs<T>(email: string, work: () => Promise<T>): Promise<T> {
  return actor.run(email, work);
}

export async function recordAction(
  transaction: Transaction,
  { action, accountId, detail }: ActionInput,
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
      acted_by: actor.getStore() ?? COMMAND_LINE,
    })
    .execute();
}
