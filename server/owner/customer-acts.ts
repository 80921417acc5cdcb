import type { Transaction } from "kysely";
import { InvalidInput } from "../access/errors.ts";
import { moveEnd } from "../access/subscriptions.ts";
import type { Vault } from "../access/vault.ts";
import { makeRoom, moveAccount } from "../account/auth/move-account.ts";
import { removeSecondFactor } from "../account/auth/second-factors.ts";
import { isEmail, normaliseEmail } from "../account/email-address.ts";
import { movedMail } from "../account/mail/mail-texts.ts";
import { extend } from "../payment/credit.ts";
import type { TermChange } from "../payment/credit.ts";
import { audit, recordAct } from "../store/audit.ts";
import { publishChange, serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import type { MailParts } from "./route.ts";

/* What an owner does to an account. The reasons are kept with the acts; accounts do not read them. */

/** An account, and why something is done to it. */
export interface CustomerOrder {
  readonly email: string;
  readonly reason: string;
}

/** Days that an account gets or loses without a payment. */
export interface DaysOrder extends CustomerOrder {
  /** At least 1. */
  readonly days: number;
}

const DAY_MS = 86_400_000;

/**
 * Gives days from the end of the plan, or from now. An account that never paid gets a key with them.
 *
 * @throws InvalidInput when there is no such account.
 */
export async function giveDays(
  transaction: Transaction<Schema>,
  vault: Vault,
  { email, days, reason }: DaysOrder,
  nowMs: number,
): Promise<TermChange> {
  const accountId = await accountOf(transaction, email);
  const { endedAtMs, endsAtMs } = await extend(transaction, vault, accountId, days, nowMs);
  await record(transaction, "days_given", { accountId, days, reason }, nowMs);
  return { accountId, endedAtMs, endsAtMs };
}

/**
 * Takes days from the end of the plan, as many as are left at most.
 *
 * @throws InvalidInput when there is no such account, or it has no days left.
 */
export async function takeDays(
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
    throw new InvalidInput(`${JSON.stringify(email)} has no days left.`);
  }
  const endsAtMs = Math.max(nowMs, present.ends_at - days * DAY_MS);
  await moveEnd(transaction, present.id, endsAtMs);
  await record(transaction, "days_taken", { accountId, days, reason }, nowMs);
  return { accountId, endedAtMs: present.ends_at, endsAtMs };
}

async function record(
  transaction: Transaction<Schema>,
  action: "days_given" | "days_taken",
  { accountId, days, reason }: { accountId: string; days: number; reason: string },
  nowMs: number,
): Promise<void> {
  const detail = { days: String(days) };
  await audit(transaction, accountId, action, nowMs, detail);
  await recordAct(transaction, { action, accountId, detail: { ...detail, reason } }, nowMs);
}

/**
 * Suspends an account: its keys open nothing from now on, those that it gets later too. It can still sign
 * in and pay, and its time runs on. Or ends that.
 *
 * @throws InvalidInput when there is no such account, or it is suspended, or not, already.
 */
export function setSuspended(
  store: Store,
  { email, reason }: CustomerOrder,
  isSuspended: boolean,
  nowMs: number,
): Promise<void> {
  return serialized(store, async (transaction) => {
    const accountId = await accountOf(transaction, email);
    const changed = isSuspended
      ? await transaction
          .insertInto("suspension")
          .values({ account_id: accountId, since: nowMs })
          .onConflict((conflict) => conflict.column("account_id").doNothing())
          .returning("account_id")
          .execute()
      : await transaction
          .deleteFrom("suspension")
          .where("account_id", "=", accountId)
          .returning("account_id")
          .execute();
    if (changed.length === 0) {
      const state = isSuspended ? "already suspended" : "not suspended";
      throw new InvalidInput(`${JSON.stringify(email)} is ${state}.`);
    }
    await publishChange(transaction);
    const action = isSuspended ? "suspended" : "reinstated";
    await audit(transaction, accountId, action, nowMs);
    await recordAct(transaction, { action, accountId, detail: { reason } }, nowMs);
  });
}

/**
 * Switches the codes on sign-in off, for an account whose phone and recovery codes are lost.
 *
 * @throws InvalidInput when there is no such account, or it has none.
 */
export async function switchCodesOff(
  transaction: Transaction<Schema>,
  { email, reason }: CustomerOrder,
  nowMs: number,
): Promise<void> {
  const accountId = await accountOf(transaction, email);
  if (!(await removeSecondFactor(transaction, accountId))) {
    throw new InvalidInput(`${JSON.stringify(email)} signs in without codes.`);
  }
  await audit(transaction, accountId, "second_factor_off", nowMs);
  await recordAct(transaction, { action: "codes_off", accountId, detail: { reason } }, nowMs);
}

/**
 * Gives an account whose mailbox is lost another e-mail address, ends all of its sessions, and tells both mailboxes.
 * Password and codes stay: who has the new mailbox alone does not get in past a second factor. Somebody who
 * registered the new address and never confirmed it makes room.
 *
 * @param mails null where no mail is sent.
 * @returns the new address.
 * @throws InvalidInput when there is no such account, or the new address is none or has an account.
 */
export async function moveAddress(
  transaction: Transaction<Schema>,
  mails: MailParts | null,
  { email, newEmail, reason }: CustomerOrder & { readonly newEmail: string },
  nowMs: number,
): Promise<string> {
  const address = normaliseEmail(newEmail).toLowerCase();
  if (!isEmail(address)) {
    throw new InvalidInput(`${JSON.stringify(newEmail)} is no e-mail address.`);
  }
  const accountId = await accountOf(transaction, normaliseEmail(email));
  const order = { email: address, keepsSession: null };
  const room = await makeRoom(transaction, address, mails !== null, nowMs);
  const former = room === "taken" ? room : await moveAccount(transaction, accountId, order, nowMs);
  if (typeof former === "string") {
    throw new InvalidInput(`${JSON.stringify(newEmail)} has an account already.`);
  }
  // This entry mails the new mailbox.
  await audit(transaction, accountId, "address_moved", nowMs);
  // Without the addresses: nothing can be deleted there, and the account can.
  await recordAct(transaction, { action: "address_moved", accountId, detail: { reason } }, nowMs);
  if (mails !== null) {
    const mail = movedMail(former, nowMs, mails, "movedByOwner");
    await mails.outbox.put(transaction, { kind: "news", mail }, nowMs);
  }
  return address;
}

async function accountOf(db: Store["db"], email: string): Promise<string> {
  const account = await db
    .selectFrom("account_user")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  if (account === undefined) {
    throw new InvalidInput(`There is no account ${JSON.stringify(email)}.`);
  }
  return account.id;
}
