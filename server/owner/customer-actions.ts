import { DAY_MS } from "../../src/round/phases.ts";
import { InvalidInput } from "../access/invalid-input.ts";
import { findAccount, findSubscription, moveEnd } from "../access/subscriptions.ts";
import type { Vault } from "../access/vault.ts";
import { deleteAccount } from "../account/auth/delete-account.ts";
import { removeSecondFactor } from "../account/auth/second-factors.ts";
import { endAccess } from "../account/auth/sessions.ts";
import { extend } from "../payment/credit.ts";
import type { TermChange } from "../payment/credit.ts";
import { audit, recordAction } from "../store/audit.ts";
import { publishChange } from "../store/serialized.ts";
import type { Transaction } from "../store/store.ts";
import { isOwner } from "./owners.ts";

/* An owner's actions on an account. Reasons are stored with the actions; account holders do not see them. */

export interface CustomerInput {
  /** In lower case. */
  readonly email: string;
  readonly reason: string;
}

export interface DaysInput extends CustomerInput {
  /** At least 1. */
  readonly days: number;
}

/**
 * Adds days at the end of the subscription, or from now. An account that never paid also gets a key.
 *
 * @throws InvalidInput if there is no such account.
 */
export async function giveDays(
  transaction: Transaction,
  vault: Vault,
  input: DaysInput,
  nowMs: number,
): Promise<TermChange> {
  const accountId = await requireAccount(transaction, input);
  const change = await extend(transaction, vault, accountId, input.days, nowMs);
  await record(transaction, "days_given", accountId, input, nowMs);
  return change;
}

/**
 * Removes days from the end of the subscription, at most those that are left.
 *
 * @throws InvalidInput if there is no such account, or it has no days left.
 */
export async function takeDays(
  transaction: Transaction,
  input: DaysInput,
  nowMs: number,
): Promise<TermChange> {
  const accountId = await requireAccount(transaction, input);
  const current = await findSubscription(transaction, accountId);
  if (current === undefined || current.ends_at <= nowMs) {
    throw new InvalidInput(`${JSON.stringify(input.email)} has no days left.`);
  }
  const endsAtMs = Math.max(nowMs, current.ends_at - input.days * DAY_MS);
  await moveEnd(transaction, current.id, endsAtMs);
  await record(transaction, "days_taken", accountId, input, nowMs);
  return { accountId, previousEndMs: current.ends_at, endsAtMs };
}

/**
 * Suspends an account or ends its suspension. The keys of a suspended account open nothing, including later ones;
 * it can still sign in and pay, and its term continues.
 *
 * @throws InvalidInput if there is no such account, or nothing would change.
 */
export async function setSuspended(
  transaction: Transaction,
  input: CustomerInput,
  isSuspended: boolean,
  nowMs: number,
): Promise<void> {
  const accountId = await requireAccount(transaction, input);
  const change = isSuspended
    ? transaction
        .insertInto("suspension")
        .values({ account_id: accountId, since: nowMs })
        .onConflict((conflict) => conflict.column("account_id").doNothing())
        .returning("account_id")
    : transaction
        .deleteFrom("suspension")
        .where("account_id", "=", accountId)
        .returning("account_id");
  if ((await change.executeTakeFirst()) === undefined) {
    const state = isSuspended ? "already suspended" : "not suspended";
    throw new InvalidInput(`${JSON.stringify(input.email)} is ${state}.`);
  }
  await publishChange(transaction);
  await record(transaction, isSuspended ? "suspended" : "reinstated", accountId, input, nowMs);
}

/**
 * Switches off the second factor of an account whose phone and recovery codes are lost.
 *
 * @throws InvalidInput if there is no such account, or it has no second factor.
 */
export async function switchCodesOff(
  transaction: Transaction,
  input: CustomerInput,
  nowMs: number,
): Promise<void> {
  const accountId = await requireAccount(transaction, input);
  if (!(await removeSecondFactor(transaction, accountId))) {
    throw new InvalidInput(`${JSON.stringify(input.email)} has no sign-in codes.`);
  }
  await audit(transaction, accountId, "second_factor_off", nowMs);
  const detail = { reason: input.reason };
  await recordAction(transaction, { action: "codes_off", accountId, detail }, nowMs);
}

/**
 * Deletes an account, as its holder can.
 *
 * @returns the id of the account.
 * @throws InvalidInput if there is no such account, or it is an owner's.
 */
export async function deleteCustomer(
  transaction: Transaction,
  input: CustomerInput,
  nowMs: number,
): Promise<string> {
  const accountId = await requireAccount(transaction, input);
  if (await isOwner(transaction, accountId)) {
    throw new InvalidInput(
      `${JSON.stringify(input.email)} is an owner. First remove the owner on the Overview page. Then any owner can delete the account here, or its holder on the Security page.`,
    );
  }
  await endAccess(transaction, accountId);
  await deleteAccount(transaction, accountId, nowMs);
  // The entry names the account by its id, because its address is deleted.
  const detail = { account: accountId, reason: input.reason };
  await recordAction(transaction, { action: "account_deleted", accountId, detail }, nowMs);
  return accountId;
}

async function requireAccount(transaction: Transaction, { email }: CustomerInput): Promise<string> {
  const account = await findAccount(transaction, email);
  if (account === undefined) {
    throw new InvalidInput(`There is no account ${JSON.stringify(email)}.`);
  }
  return account.id;
}

async function record(
  transaction: Transaction,
  action: "days_given" | "days_taken" | "suspended" | "reinstated",
  accountId: string,
  { reason, days }: CustomerInput & { readonly days?: number },
  nowMs: number,
): Promise<void> {
  const detail = days === undefined ? {} : { days: String(days) };
  await audit(transaction, accountId, action, nowMs, detail);
  await recordAction(transaction, { action, accountId, detail: { ...detail, reason } }, nowMs);
}
