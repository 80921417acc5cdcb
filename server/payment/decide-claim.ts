import type { Transaction } from "kysely";
import type { Vault } from "../access/vault.ts";
import type { Schema } from "../store/schema.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Claim } from "./claims.ts";
import { accountExists, credit } from "./credit.ts";
import { creditedLogs, recordTransfer } from "./incoming/transfers.ts";
import type { Invoice } from "./invoices.ts";
import { matchInvoice, fitsAnotherAccount, judgeForInvoice } from "./match-invoice.ts";
import type { ReceiptContext } from "./match-invoice.ts";
import { formatTronAddress } from "./tron/address.ts";
import type { Receipt, Transfer } from "./tron/receipt.ts";

/** The final state of a claim. */
export type Decision = Pick<Claim, "state" | "reason">;

/**
 * Decides a claim by the receipt of its transaction, once and for all. Payment, invoice, subscription,
 * its first key and the audit entry are written in one database transaction, or not at all.
 *
 * @param clockAheadMs by how much this machine's clock is ahead of the chain's time.
 */
export function decideClaim(
  store: Store,
  vault: Vault,
  claim: Claim,
  receipt: Receipt,
  nowMs: number,
  clockAheadMs = 0,
): Promise<Decision> {
  return serialized(store, async (transaction) => {
    const present = await transaction
      .selectFrom("claim")
      .selectAll()
      .where("id", "=", claim.id)
      .executeTakeFirstOrThrow();
    if (present.state !== "waiting" && present.state !== "seen") {
      return present;
    }
    const invoice = await transaction
      .selectFrom("invoice")
      .selectAll()
      .where("id", "=", claim.invoice_id)
      .executeTakeFirstOrThrow();
    const credited = await creditedLogs(transaction, invoice.contract, receipt.hash);
    const context = { receipt, clockAheadMs, credited };
    const finding = await examine(transaction, invoice, context);
    if ("transfer" in finding) {
      await recordTransfer(transaction, invoice.contract, receipt, finding.transfer, nowMs);
    }
    const decision = await decide(transaction, vault, { invoice, receipt, finding }, nowMs);
    await transaction
      .updateTable("claim")
      .set({ ...decision, decided_at: nowMs })
      .where("id", "=", claim.id)
      .execute();
    return decision;
  });
}

/** What a receipt means for an account: it pays an invoice, needs a person, or is rejected. */
type Finding =
  | { readonly paidBefore: string }
  | { readonly pays: Invoice; readonly transfer: Transfer }
  | { readonly reviewReason: string; readonly transfer: Transfer }
  | { readonly rejection: string };

async function examine(
  transaction: Transaction<Schema>,
  invoice: Invoice,
  context: ReceiptContext,
): Promise<Finding> {
  const match = await matchInvoice(transaction, invoice, context);
  if (match !== undefined) {
    const { transfer, reviewReason } = match;
    return reviewReason === null ? { pays: match.invoice, transfer } : { reviewReason, transfer };
  }
  const verdict = judgeForInvoice(invoice, context);
  if (verdict.verdict === "rejected") {
    return { rejection: verdict.reason };
  }
  if (verdict.verdict === "paid" || context.credited.has(verdict.transfer.logIndex)) {
    // No uncredited transfer is left, so this one was credited before.
    const paidBefore = await paidUnnamed(transaction, invoice, context.receipt.hash);
    return paidBefore === undefined ? { rejection: "duplicate_hash" } : { paidBefore };
  }
  if (await fitsAnotherAccount(transaction, invoice, verdict.transfer, context)) {
    return { rejection: "other_invoice" };
  }
  return { reviewReason: verdict.reason, transfer: verdict.transfer };
}

async function decide(
  transaction: Transaction<Schema>,
  vault: Vault,
  { invoice, receipt, finding }: { invoice: Invoice; receipt: Receipt; finding: Finding },
  nowMs: number,
): Promise<Decision & Partial<Claim>> {
  if ("rejection" in finding) {
    return { state: "rejected", reason: finding.rejection };
  }
  if ("paidBefore" in finding) {
    return { state: "paid", reason: finding.paidBefore === invoice.id ? null : "own_invoice" };
  }
  const { transfer } = finding;
  if (!(await accountExists(transaction, invoice.account_id))) {
    return { state: "review", reason: "account_deleted", ...reviewColumns(transfer, receipt) };
  }
  if ("reviewReason" in finding) {
    return { state: "review", reason: finding.reviewReason, ...reviewColumns(transfer, receipt) };
  }
  const named = { ...described(transfer), hash: receipt.hash, blockTimeMs: receipt.blockTimeMs };
  await credit(transaction, vault, { invoice: finding.pays, transfer: named, by: "match" }, nowMs);
  return { state: "paid", reason: finding.pays.id === invoice.id ? null : "own_invoice" };
}

/**
 * The account's invoice that the transaction paid before anybody named it. Its payer names it all the
 * same, and is told that it arrived.
 */
async function paidUnnamed(
  transaction: Transaction<Schema>,
  { account_id: accountId, contract }: Invoice,
  hash: string,
): Promise<string | undefined> {
  const payment = await transaction
    .selectFrom("payment")
    .select("invoice_id")
    .where("account_id", "=", accountId)
    .where("contract", "=", contract)
    .where("tx_hash", "=", hash)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("claim")
            .select("claim.id")
            .where("claim.account_id", "=", accountId)
            .where("claim.tx_hash", "=", hash)
            .where("claim.state", "=", "paid"),
        ),
      ),
    )
    .executeTakeFirst();
  return payment?.invoice_id;
}

function described({ logIndex, from, to, amount }: Transfer) {
  return {
    logIndex,
    from: formatTronAddress(from),
    to: formatTronAddress(to),
    amount: Number(amount),
  };
}

/** What a person needs to see to decide a claim. */
function reviewColumns(transfer: Transfer, receipt: Receipt): Partial<Claim> {
  return {
    log_index: transfer.logIndex,
    found_amount: String(transfer.amount),
    found_from: formatTronAddress(transfer.from),
    found_to: formatTronAddress(transfer.to),
    block_time: receipt.blockTimeMs,
  };
}
