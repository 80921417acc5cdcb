import type { Transaction } from "kysely";
import { moveEnd } from "../access/subscriptions.ts";
import type { Vault } from "../access/vault.ts";
import { audit } from "../account/audit-log.ts";
import { extend } from "../payment/credit.ts";
import type { TermChange } from "../payment/credit.ts";
import { ReviewError } from "../payment/errors.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import { accountOf } from "./account-of.ts";
import { recordAct } from "./acts.ts";

/** Days that an account gets or loses without a payment. */
export interface DaysOrder {
  readonly email: string;
  /** At least 1. */
  readonly days: number;
  /** For the owner's trail; the account is not told. */
  readonly reason: string;
}

const DAY_MS = 86_400_000;

/**
 * Gives days from the end of the plan, or from now. An account that never paid gets a key with them.
 *
 * @throws ReviewError when there is no such account.
 */
export function giveDays(
  store: Store,
  vault: Vault,
  order: DaysOrder,
  nowMs: number,
): Promise<TermChange> {
  return serialized(store, (transaction) => giveDaysWithin(transaction, vault, order, nowMs));
}

/** The same, within the caller's transaction. */
export async function giveDaysWithin(
  transaction: Transaction<Schema>,
  vault: Vault,
  { email, days, reason }: DaysOrder,
  nowMs: number,
): Promise<TermChange> {
  const accountId = await accountOf(transaction, email);
  const { endedAtMs, endsAtMs } = await extend(transaction, vault, accountId, days, nowMs);
  const told = { days: String(days) };
  await audit(transaction, accountId, "days_given", nowMs, told);
  const detail = { ...told, reason };
  await recordAct(transaction, { action: "days_given", accountId, detail }, nowMs);
  return { accountId, endedAtMs, endsAtMs };
}

/**
 * Takes days from the end of the plan, as many as are left at most.
 *
 * @throws ReviewError when there is no such account, or it has no days left.
 */
export function takeDays(store: Store, order: DaysOrder, nowMs: number): Promise<TermChange> {
  return serialized(store, (transaction) => takeDaysWithin(transaction, order, nowMs));
}

/** The same, within the caller's transaction. */
export async function takeDaysWithin(
  transaction: Transaction<Schema>,
  { email, days, reason }: DaysOrder,
  nowMs: number,
): Promise<TermChange> {
  const accountId = await accountOf(transaction, email);
  const present = await transaction
    .selectFrom("subscription")
    .select(["id", "ends_at"])
    .where("account_id", "=", accountId)
    .where("trial", "=", 0)
    .where("ends_at", ">", nowMs)
    .executeTakeFirst();
  if (present === undefined) {
    throw new ReviewError(`${JSON.stringify(email)} has no days left.`);
  }
  const endsAtMs = Math.max(nowMs, present.ends_at - days * DAY_MS);
  await moveEnd(transaction, present.id, endsAtMs);
  const told = { days: String(days) };
  await audit(transaction, accountId, "days_taken", nowMs, told);
  const detail = { ...told, reason };
  await recordAct(transaction, { action: "days_taken", accountId, detail }, nowMs);
  return { accountId, endedAtMs: present.ends_at, endsAtMs };
}
