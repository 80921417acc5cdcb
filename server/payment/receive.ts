import type { Transaction } from "kysely";
import type { Vault } from "../access/vault.ts";
import { audit } from "../store/audit.ts";
import { everybody, serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import { addEntry, balanceOf } from "./balance.ts";
import type { BalanceEntry } from "./balance.ts";
import { credit } from "./credit.ts";
import type { CreditedTransfer } from "./credit.ts";
import { closeInvoice, continueInvoice, insertPaid } from "./invoices.ts";
import type { Invoice, InvoiceOrder } from "./invoices.ts";
import { soldAs } from "./plans.ts";
import { formatUsdt, type MicroUsdt } from "./usdt.ts";

/** A transfer that was sent for an invoice, of whatever amount. Its account exists. */
export interface SentPayment {
  readonly invoice: Invoice;
  readonly transfer: CreditedTransfer;
  /** Whether it came after the time of the invoice. */
  readonly isLate: boolean;
}

/**
 * What became of it. Null: it bought the plan. `too_much`: and more. `late`: the plan cost
 * more when it was sent, or is not sold, so it is in the balance, as it is where it was `too_little` or came `twice`.
 */
export type Outcome = null | "too_much" | "too_little" | "twice" | "late";

/**
 * Takes what was sent for an invoice, within the caller's transaction. With the account's balance it buys
 * the invoice's plan if it suffices; all or the rest goes to the balance, and nothing is lost. What is
 * missing is asked for in an invoice of its own.
 */
export async function receive(
  transaction: Transaction<Schema>,
  vault: Vault,
  sent: SentPayment,
  nowMs: number,
): Promise<Outcome> {
  const { invoice, transfer, isLate } = sent;
  const { account_id: accountId } = invoice;
  const cost = await costOf(transaction, sent);
  const balance = (await balanceOf(transaction, accountId)) + transfer.amount;
  if (cost === undefined || balance < cost) {
    const unpaid = isLate ? "late" : "too_little";
    const outcome = invoice.state === "paid" ? "twice" : unpaid;
    await keep(transaction, { invoice, transfer }, outcome, nowMs);
    if (outcome === "too_little" && cost !== undefined) {
      await continueInvoice(transaction, invoice, { cost, balance }, nowMs);
    }
    return outcome;
  }
  const change = transfer.amount - cost;
  await credit(transaction, vault, { invoice, transfer, by: "match" }, nowMs);
  await closeInvoice(transaction, invoice.id, "continues");
  if (change !== 0) {
    const kind = change > 0 ? "too_much" : "spent";
    const entry = { account_id: accountId, kind, amount: change, invoice_id: invoice.id } as const;
    await addEntry(transaction, { ...entry, at: nowMs });
  }
  return change > 0 ? "too_much" : null;
}

/**
 * What an invoice costs when its payment was sent: that it was not found at once is not the payer's fault. Undefined
 * where it was paid before, or nothing is sold.
 */
async function costOf(
  transaction: Transaction<Schema>,
  { invoice, transfer, isLate }: SentPayment,
): Promise<MicroUsdt | undefined> {
  const { plan: name, days, created_at: boughtMs } = invoice;
  const { price } = isLate
    ? ((await soldAs(transaction, { name, days, boughtMs }, transfer.block_time)) ?? {})
    : invoice;
  return invoice.state === "paid" || price === undefined
    ? undefined
    : price - (invoice.price - invoice.amount - invoice.from_balance);
}

/** Puts a transfer into the balance. */
async function keep(
  transaction: Transaction<Schema>,
  { invoice, transfer }: Pick<SentPayment, "invoice" | "transfer">,
  kind: BalanceEntry["kind"],
  nowMs: number,
): Promise<void> {
  const { account_id: accountId, contract } = invoice;
  await addEntry(transaction, {
    account_id: accountId,
    kind,
    amount: transfer.amount,
    contract,
    tx_hash: transfer.tx_hash,
    log_index: transfer.log_index,
    invoice_id: invoice.id,
    at: nowMs,
  });
  await audit(transaction, accountId, "balance_credited", nowMs, {
    amount: formatUsdt(transfer.amount),
    hash: transfer.tx_hash,
  });
}

/** An order that the balance pays for. */
export interface BalanceOrder extends InvoiceOrder {
  /** What the balance must be. So an order that comes twice, as behind a proxy that retries, buys once. */
  readonly balance?: MicroUsdt | undefined;
}

/**
 * Buys a plan with the account's balance alone.
 *
 * @returns the paid invoice, or why none: the balance is not what the order says, or does not suffice.
 */
export function buyFromBalance(
  store: Store,
  vault: Vault,
  { accountId, plan, terms, permit = everybody, balance }: BalanceOrder,
  nowMs: number,
): Promise<Invoice | "changed" | "too_little"> {
  return serialized(store, async (transaction) => {
    await permit(transaction);
    const present = await balanceOf(transaction, accountId);
    if (balance !== undefined && present !== balance) {
      return "changed";
    }
    if (present < plan.price) {
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
    const transfer = {
      tx_hash: invoice.id,
      log_index: 0,
      from_address: "",
      to_address: "",
      amount: 0,
      block_time: nowMs,
    };
    await credit(transaction, vault, { invoice, transfer, by: "balance" }, nowMs);
    await addEntry(transaction, {
      account_id: accountId,
      kind: "spent",
      amount: -plan.price,
      invoice_id: invoice.id,
      at: nowMs,
    });
    return invoice;
  });
}
