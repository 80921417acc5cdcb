import { newId } from "../access/base62.ts";
import type { Vault } from "../access/vault.ts";
import { serialized, everybody } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { addEntry, balanceOf } from "./balance.ts";
import { credit } from "./credit.ts";
import type { Invoice, InvoiceOrder } from "./invoices.ts";
import type { MicroUsdt } from "./usdt.ts";

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
    const invoice = await transaction
      .insertInto("invoice")
      .values({
        id: newId("inv"),
        account_id: accountId,
        plan: plan.name,
        days: plan.days,
        price: plan.price,
        contract: terms.contract,
        address: terms.addresses[0] ?? "",
        amount: 0,
        from_balance: plan.price,
        state: "paid",
        created_at: nowMs,
        expires_at: nowMs,
        closes_at: nowMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const transfer = {
      hash: invoice.id,
      logIndex: 0,
      from: "",
      to: "",
      amount: 0,
      blockTimeMs: nowMs,
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
