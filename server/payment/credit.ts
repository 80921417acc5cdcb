import type { Transaction } from "kysely";
import { newId } from "../access/base62.ts";
import { insertSubscription, insertSubscriptionKey, moveEnd } from "../access/subscriptions.ts";
import type { Vault } from "../access/vault.ts";
import { audit } from "../account/audit-log.ts";
import type { Schema } from "../store/tables.ts";
import type { Invoice } from "./invoices.ts";
import { nextTerm } from "./term.ts";
import type { TermChange } from "./trial.ts";
import { formatUsdt } from "./usdt.ts";
import type { MicroUsdt } from "./usdt.ts";

/** A transfer together with its transaction, as it is stored. */
export interface CreditedTransfer {
  readonly hash: string;
  readonly logIndex: number;
  /** Addresses as people write them. */
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly blockTimeMs: number;
}

/** What a transfer bought, and for whom. */
export interface Credited extends TermChange {
  readonly plan: string;
  readonly days: number;
  readonly amount: MicroUsdt;
  /** When the term begins that it bought, epoch ms. */
  readonly startsAtMs: number;
}

/**
 * Credits a transfer to an invoice, for its plan and days, within the caller's transaction. A unique
 * index on the payment is the last guard against crediting a transfer twice: the insert throws, and
 * the whole transaction is undone.
 */
export async function credit(
  transaction: Transaction<Schema>,
  vault: Vault,
  {
    invoice,
    transfer,
    by,
  }: { invoice: Invoice; transfer: CreditedTransfer; by: "match" | "person" | "balance" },
  nowMs: number,
): Promise<Credited> {
  const { account_id: accountId, plan, days } = invoice;
  const { subscriptionId, startsAtMs, endedAtMs, endsAtMs } = await extend(
    transaction,
    vault,
    accountId,
    days,
    nowMs,
  );
  await transaction
    .insertInto("payment")
    .values({
      id: newId("pay"),
      contract: invoice.contract,
      tx_hash: transfer.hash,
      log_index: transfer.logIndex,
      amount: transfer.amount,
      from_address: transfer.from,
      to_address: transfer.to,
      block_time: transfer.blockTimeMs,
      account_id: accountId,
      invoice_id: invoice.id,
      subscription_id: subscriptionId,
      plan,
      days,
      starts_at: startsAtMs,
      ends_at: endsAtMs,
      credited_at: nowMs,
      credited_by: by,
    })
    .execute();
  await transaction
    .updateTable("invoice")
    .set({ state: "paid" })
    .where("id", "=", invoice.id)
    .execute();
  await audit(transaction, accountId, "payment_credited", nowMs, {
    plan,
    amount: formatUsdt(by === "balance" ? invoice.price : transfer.amount),
    hash: transfer.hash,
  });
  return { accountId, plan, days, amount: transfer.amount, startsAtMs, endedAtMs, endsAtMs };
}

/**
 * Whether the account still exists. A claim may be decided long after its account was deleted, so this
 * is asked within the transaction that credits it.
 */
export async function accountExists(
  transaction: Transaction<Schema>,
  accountId: string,
): Promise<boolean> {
  const account = await transaction
    .selectFrom("account_user")
    .select("id")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return account !== undefined;
}

/** Extends the account's subscription from its end or from now. The first payment creates it and a key. */
export async function extend(
  transaction: Transaction<Schema>,
  vault: Vault,
  accountId: string,
  days: number,
  nowMs: number,
): Promise<Omit<TermChange, "accountId"> & { subscriptionId: string; startsAtMs: number }> {
  const present = await transaction
    .selectFrom("subscription")
    .select(["id", "ends_at"])
    .where("account_id", "=", accountId)
    .where("trial", "=", 0)
    .executeTakeFirst();
  const endedAtMs = present?.ends_at ?? null;
  const { startsAtMs, endsAtMs } = nextTerm(endedAtMs, days, nowMs);
  if (present !== undefined) {
    await moveEnd(transaction, present.id, endsAtMs);
    return { subscriptionId: present.id, startsAtMs, endedAtMs, endsAtMs };
  }
  const { email } = await transaction
    .selectFrom("account_user")
    .select("email")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const subscriptionId = await insertSubscription(
    transaction,
    { label: email, endsAtMs, accountId, trial: 0 },
    nowMs,
  );
  const key = { subscriptionId, origins: [], demo: 0, seal: vault.seal } as const;
  const { id: keyId } = await insertSubscriptionKey(transaction, key, nowMs);
  await audit(transaction, accountId, "key_issued", nowMs, { key: keyId });
  return { subscriptionId, startsAtMs, endedAtMs, endsAtMs };
}
