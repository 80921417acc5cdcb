import type { Selectable, Transaction } from "kysely";
import { insertSubscription, insertSubscriptionKey, moveEnd } from "../access/subscriptions.ts";
import type { Vault } from "../access/vault.ts";
import { audit } from "../store/audit.ts";
import { newId } from "../store/ids.ts";
import type { Schema } from "../store/tables.ts";
import type { Invoice } from "./invoices.ts";
import { formatUsdt } from "./usdt.ts";
import type { MicroUsdt } from "./usdt.ts";

const DAY_MS = 86_400_000;

/** From when until when a purchase runs, epoch ms. */
export interface Term {
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

/**
 * The term of days bought now: after what is paid for already, or at once.
 *
 * @param endedAtMs the end of what is paid for; null: nothing was yet.
 */
export function nextTerm(endedAtMs: number | null, days: number, nowMs: number): Term {
  const startsAtMs = Math.max(nowMs, endedAtMs ?? nowMs);
  return { startsAtMs, endsAtMs: startsAtMs + days * DAY_MS };
}

/** What changes when the term of an account ends. */
export interface TermChange {
  readonly accountId: string;
  /** When it ended, or was to end, before; epoch ms. Null: it never had one. */
  readonly endedAtMs: number | null;
  readonly endsAtMs: number;
}

/** What is stored of a transfer with what it bought. */
export type CreditedTransfer = Pick<
  Selectable<Schema["payment"]>,
  "tx_hash" | "log_index" | "from_address" | "to_address" | "amount" | "block_time"
>;

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
  const { tx_hash, log_index, from_address, to_address, amount, block_time } = transfer;
  const term = await extend(transaction, vault, accountId, days, nowMs);
  await transaction
    .insertInto("payment")
    .values({
      id: newId("pay"),
      contract: invoice.contract,
      tx_hash,
      log_index,
      from_address,
      to_address,
      amount,
      block_time,
      account_id: accountId,
      invoice_id: invoice.id,
      subscription_id: term.subscriptionId,
      plan,
      days,
      starts_at: term.startsAtMs,
      ends_at: term.endsAtMs,
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
    amount: formatUsdt(by === "balance" ? invoice.price : amount),
    hash: tx_hash,
  });
  return { accountId, plan, days, amount, ...term };
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
