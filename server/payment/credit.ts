import { DAY_MS } from "../../src/round/phases.ts";
import {
  findSubscription,
  insertSubscription,
  insertSubscriptionKey,
  moveEnd,
} from "../access/subscriptions.ts";
import type { Vault } from "../access/vault.ts";
import { audit } from "../store/audit.ts";
import { newId } from "../store/ids.ts";
import type { StoredRow, Transaction } from "../store/store.ts";
import { addEntry, readBalance } from "./balance.ts";
import { closeInvoice, insertPaid } from "./invoices.ts";
import type { Invoice, InvoiceInput } from "./invoices.ts";
import { priceOf } from "./plans.ts";
import { formatUsdt } from "./usdt.ts";
import type { MicroUsdt } from "./usdt.ts";

/* Turns a payment into days of a plan or into balance. */

export interface Term {
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

/** A term that begins when the paid term ends, or at once if `previousEndMs` is null or has passed. */
export function nextTerm(previousEndMs: number | null, days: number, nowMs: number): Term {
  const startsAtMs = Math.max(nowMs, previousEndMs ?? nowMs);
  return { startsAtMs, endsAtMs: startsAtMs + days * DAY_MS };
}

export interface TermChange {
  readonly accountId: string;
  /** Null if there was no term before. */
  readonly previousEndMs: number | null;
  readonly endsAtMs: number;
}

export interface CreditedTransfer extends Pick<
  StoredRow<"transfer">,
  "id" | "tx_hash" | "log_index" | "block_time"
> {
  readonly amount: MicroUsdt;
}

export interface Credited extends TermChange {
  readonly plan: string;
  readonly days: number;
  readonly amount: MicroUsdt;
  readonly startsAtMs: number;
}

/**
 * Credits a transfer to an invoice, within the caller's transaction; null if the balance paid all of it. A unique index
 * on the payment is the last guard against crediting a transfer twice: the insert throws, and the whole transaction is
 * rolled back.
 */
export async function credit(
  transaction: Transaction,
  vault: Vault,
  { invoice, transfer }: { invoice: Invoice; transfer: CreditedTransfer | null },
  nowMs: number,
): Promise<Credited> {
  const { account_id: accountId, plan, days } = invoice;
  const term = await extend(transaction, vault, accountId, days, nowMs);
  await transaction
    .insertInto("payment")
    .values({
      id: newId("pay"),
      account_id: accountId,
      invoice_id: invoice.id,
      transfer_id: transfer?.id ?? null,
      subscription_id: term.subscriptionId,
      plan,
      days,
      starts_at: term.startsAtMs,
      ends_at: term.endsAtMs,
      credited_at: nowMs,
    })
    .execute();
  await transaction
    .updateTable("invoice")
    .set({ state: "paid" })
    .where("id", "=", invoice.id)
    .execute();
  await audit(transaction, accountId, "payment_credited", nowMs, {
    plan,
    amount: formatUsdt(transfer?.amount ?? invoice.price),
    ...(transfer && { hash: transfer.tx_hash }),
  });
  return { ...term, plan, days, amount: transfer?.amount ?? 0 };
}

/**
 * Extends the account's subscription from its end or from now. The first extension creates the subscription and a key.
 */
export async function extend(
  transaction: Transaction,
  vault: Vault,
  accountId: string,
  days: number,
  nowMs: number,
): Promise<TermChange & { subscriptionId: string; startsAtMs: number }> {
  const current = await findSubscription(transaction, accountId);
  const previousEndMs = current?.ends_at ?? null;
  const { startsAtMs, endsAtMs } = nextTerm(previousEndMs, days, nowMs);
  if (current !== undefined) {
    await moveEnd(transaction, current.id, endsAtMs);
    return { accountId, subscriptionId: current.id, startsAtMs, previousEndMs, endsAtMs };
  }
  const { email } = await transaction
    .selectFrom("account_user")
    .select("email")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const subscriptionId = await insertSubscription(
    transaction,
    { label: email, ends_at: endsAtMs, account_id: accountId },
    nowMs,
  );
  const key = { subscriptionId, origins: [], seal: vault.seal };
  const { id: keyId } = await insertSubscriptionKey(transaction, key, nowMs);
  await audit(transaction, accountId, "key_issued", nowMs, { key: keyId });
  return { accountId, subscriptionId, startsAtMs, previousEndMs, endsAtMs };
}

/** A transfer of any amount for an invoice whose account exists. */
export interface SentPayment {
  readonly invoice: Invoice;
  readonly transfer: CreditedTransfer;
  /** Whether the payment arrived after the invoice had expired. */
  readonly isLate: boolean;
}

/**
 * The outcome of a payment. Null: it bought the plan. `too_much`: it also left a remainder. In all other cases the whole
 * amount is in the balance: `too_little`, `twice`, or `late` if the plan cost more when the payment was sent, or was no
 * longer sold.
 */
export type Outcome = null | "too_much" | "too_little" | "twice" | "late";

/**
 * Receives a transfer for an invoice, within the caller's transaction. If the transfer and the account's balance
 * suffice, they buy the invoice's plan, and the remainder goes to the balance. Otherwise the whole amount goes to the
 * balance, and the account's next invoice asks for the rest.
 */
export async function receive(
  transaction: Transaction,
  vault: Vault,
  sent: SentPayment,
  nowMs: number,
): Promise<Outcome> {
  const { invoice, transfer, isLate } = sent;
  const { account_id: accountId } = invoice;
  const cost = await findCost(transaction, sent);
  const balance = (await readBalance(transaction, accountId)) + transfer.amount;
  if (cost === undefined || balance < cost) {
    const unpaid = isLate ? "late" : "too_little";
    const outcome = invoice.state === "paid" ? "twice" : unpaid;
    await addEntry(transaction, {
      account_id: accountId,
      kind: outcome,
      amount: transfer.amount,
      contract: invoice.contract,
      tx_hash: transfer.tx_hash,
      log_index: transfer.log_index,
      invoice_id: invoice.id,
      at: nowMs,
    });
    const detail = { amount: formatUsdt(transfer.amount), hash: transfer.tx_hash };
    await audit(transaction, accountId, "balance_credited", nowMs, detail);
    if (outcome === "too_little") {
      await closeInvoice(transaction, invoice.id);
    }
    return outcome;
  }
  const difference = transfer.amount - cost;
  await credit(transaction, vault, { invoice, transfer }, nowMs);
  if (difference !== 0) {
    await addEntry(transaction, {
      account_id: accountId,
      kind: difference > 0 ? "too_much" : "spent",
      amount: difference,
      invoice_id: invoice.id,
      at: nowMs,
    });
  }
  return difference > 0 ? "too_much" : null;
}

/**
 * The cost of an invoice when its payment was sent, because the payer is not at fault if the payment was found later.
 * Undefined if the invoice was already paid, or the plan was no longer sold.
 */
async function findCost(
  transaction: Transaction,
  { invoice, transfer, isLate }: SentPayment,
): Promise<MicroUsdt | undefined> {
  const { plan: name, days } = invoice;
  const price = isLate
    ? await priceOf(transaction, { name, days }, transfer.block_time)
    : invoice.price;
  if (invoice.state === "paid" || !price) {
    return undefined;
  }
  // The part of a cent that makes the amount unique.
  const discount = invoice.price - invoice.amount - invoice.from_balance;
  return price - discount;
}

/**
 * Buys a plan with the account's balance only.
 *
 * @param expected the balance that the customer saw, so that a request that a proxy repeats buys once.
 * @returns the paid invoice, or why there is none: the balance has changed, or does not suffice.
 */
export async function buyFromBalance(
  transaction: Transaction,
  vault: Vault,
  { accountId, plan, terms }: InvoiceInput,
  expected: MicroUsdt | undefined,
  nowMs: number,
): Promise<Invoice | "changed" | "too_little"> {
  const balance = await readBalance(transaction, accountId);
  if (expected !== undefined && balance !== expected) {
    return "changed";
  }
  if (balance < plan.price) {
    return "too_little";
  }
  const paid = {
    account_id: accountId,
    plan: plan.name,
    days: plan.days,
    price: plan.price,
    contract: terms.contract,
    address: terms.addresses[0] ?? "",
    amount: 0,
    from_balance: plan.price,
  };
  const invoice = await insertPaid(transaction, paid, nowMs);
  await credit(transaction, vault, { invoice, transfer: null }, nowMs);
  await addEntry(transaction, {
    account_id: accountId,
    kind: "spent",
    amount: -plan.price,
    invoice_id: invoice.id,
    at: nowMs,
  });
  return invoice;
}
